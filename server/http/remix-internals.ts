/**
 * All that the web process knows of Remix beyond its documented interfaces, as it was found in Remix 2.17.5; what rendering
 * knows is in app/request/page/remix-entry.ts. remix-internals.test.ts fails where an update of Remix changes any of it.
 */
import type { IncomingMessage } from 'node:http'
import type { ServerBuild } from '@remix-run/node'

/**
 * The build with one route in it, and the root around it. `createRequestHandler` walks all routes of its build several
 * times a request and compiles their patterns each time, which was three quarters of a small page's time; nothing that
 * it does for one route needs another, neither of the build nor of its manifest (`assets`).
 */
export function onlyRoute({ assets, ...build }: ServerBuild, id: string): ServerBuild {
  const { root, [id]: route } = build.routes
  const { root: rootFiles, [id]: files } = assets.routes
  const routes = { root, [id]: route } as ServerBuild['routes']
  const listed = { root: rootFiles, [id]: files } as typeof assets.routes
  return { ...build, routes, assets: { ...assets, routes: listed } }
}

/** Methods that loaders and actions are run for; Remix answers 405 to others itself, without `Allow`. */
const METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'])

/** Whether Remix runs the route's loader or action for this method. */
export const runsMethod = (method: string | undefined): boolean => METHODS.has(method ?? 'GET')

/**
 * Headers that Remix compares with `Host` to refuse forms of other sites. Where a form may come from was decided before
 * (origin.ts), PUBLIC_URL included, so requests come to Remix without them.
 */
export const COMPARED: ReadonlySet<string> = new Set(['origin', 'x-forwarded-host'])

/** Control characters in a path, which no page has; Remix fails on `/%09/` instead of finding nothing. */
const CONTROLS = /%(?:[01][\da-f]|7f)/gi

/** Addresses that Remix's own script asks for data: `.data` at the end of any path, `/__manifest`. */
const OWN_PATH = /\.(?=data$)|(?<=^\/)_(?=_manifest$)/
/** The same by the query, before there was `.data`. */
const OWN_QUERY = '_data'

/** Parameters of the query that loaders are to see: without what Remix would take for its own. */
function plainQuery(query: string): string {
  if (!query.includes(OWN_QUERY)) return query
  const params = new URLSearchParams(query)
  params.delete(OWN_QUERY)
  const left = params.toString()
  return left && `?${left}`
}

/**
 * The whole address of a request, such that Remix looks for its route and nothing else. No page of ours runs Remix's script,
 * while files may well be called `x.data`; so such letters are escaped, which is the same address to routes.
 */
export function addressOf({ url = '/', headers }: IncomingMessage): string {
  const end = url.includes('?') ? url.indexOf('?') : url.length
  const path = url
    .slice(0, end)
    .replace(CONTROLS, '%EF%BF%BD')
    .replace(OWN_PATH, (one) => (one === '.' ? '%2E' : '%5F'))
  return `http://${headers.host ?? 'localhost'}${path}${plainQuery(url.slice(end))}`
}
