/**
 * All that the web process knows of Remix 2.17.5 beyond its documented interfaces; remix-entry.ts (app/request/page)
 * has the rest. remix-internals.test.ts fails where an update changes it.
 */
import type { IncomingMessage } from 'node:http'
import type { ServerBuild } from '@remix-run/node'

/** `createRequestHandler` compiles all routes several times a request, three quarters of a small page's time. */
export function onlyRoute({ assets, ...build }: ServerBuild, id: string): ServerBuild {
  const { root, [id]: route } = build.routes
  const { root: rootFiles, [id]: files } = assets.routes
  const routes = { root, [id]: route } as ServerBuild['routes']
  const listed = { root: rootFiles, [id]: files } as typeof assets.routes
  return { ...build, routes, assets: { ...assets, routes: listed } }
}

/** Remix itself replies 405 to other methods, without `Allow`. */
const METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'])

/** False for methods to which Remix itself replies 405. */
export const runsMethod = (method: string | undefined): boolean => METHODS.has(method ?? 'GET')

/** True if Remix would run a page for the method. It never runs OPTIONS. */
export const asksPage = (method: string | undefined): boolean => runsMethod(method) && method !== 'OPTIONS'

/** Remix compares them with `Host` to refuse forms of other sites. Removed, because origin.ts has checked already. */
export const COMPARED: ReadonlySet<string> = new Set(['origin', 'x-forwarded-host'])

/** Remix fails on `/%09/` instead of finding nothing. */
const CONTROLS = /%(?:[01][\da-f]|7f)/gi

/** Addresses of Remix's own script: `.data` at the end of any path, `/__manifest`. */
const OWN_PATH = /\.(?=data$)|(?<=^\/)_(?=_manifest$)/
const OWN_QUERY = '_data'

function plainQuery(query: string): string {
  if (!query.includes(OWN_QUERY)) return query
  const params = new URLSearchParams(query)
  params.delete(OWN_QUERY)
  const left = params.toString()
  return left && `?${left}`
}

/** Escapes such letters: our pages do not run Remix's script, and a file may be called `x.data`. */
export function escapeRemixPath({ url = '/', headers }: IncomingMessage): string {
  const end = url.includes('?') ? url.indexOf('?') : url.length
  const path = url
    .slice(0, end)
    .replace(CONTROLS, '%EF%BF%BD')
    .replace(OWN_PATH, (one) => (one === '.' ? '%2E' : '%5F'))
  return `http://${headers.host ?? 'localhost'}${path}${plainQuery(url.slice(end))}`
}
