import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  type AppLoadContext,
  createRequestHandler,
  type RequestHandler,
  type ServerBuild
} from '@remix-run/node'
import type { PutTogether, Templated, TemplateRequest, Templates } from '~/app/request/page/template'
import { callsOf, type FoundCall, handleOf } from './calls'
import { type Find, pathFinder } from './paths'
import { onlyRoute } from './remix-internals'
import { staticFiles } from './static-files'

/** A request for a page. */
export interface PageAsked extends Pick<TemplateRequest, 'url' | 'cookies'> {
  method: string
  /** The request as Remix reads it; made only when it does. */
  request(): Request
}

/** A page as server/http sends it. */
export type Handle = (asked: PageAsked, context: AppLoadContext) => Promise<Response | PutTogether>

/** What one build of Remix answers. */
export interface Site {
  /** The API calls, which can be answered ahead of Remix. */
  calls: Find<FoundCall>
  /** The path of a page as its route writes it. */
  pageRoute(path: string): string
  /** A page: put together from its template if it has one, else rendered by Remix. */
  page: Handle
  /** The same by Remix alone, which puts nothing together from templates. */
  render: RequestHandler
  /** Anything, by Remix as it is, with all its routes. */
  remix: RequestHandler
}

/** What Remix made: in production fixed, in development made anew when a source was changed. */
export interface Application {
  site(): Promise<Site>
  /** Files: the hashed client build and public/, or Vite's middleware in development. */
  files(req: IncomingMessage, res: ServerResponse, next: () => void): void
}

/**
 * What a build answers. A page is rendered by a handler that knows this page alone (onlyRoute), made when it is first
 * asked for. `*` must be among the pages.
 */
export function siteOf(build: ServerBuild, mode: 'production' | 'development'): Site {
  const pages = Object.values(build.routes).filter((route) => route?.parentId === 'root' && !handleOf(route))
  const find = pathFinder(pages.map((route) => [route!.path ?? '', route!.id]))
  const handlers = new Map<string, RequestHandler>()
  const handlerOf = (id: string) => {
    const known = handlers.get(id)
    const handler = known ?? createRequestHandler(onlyRoute(build, id), mode)
    if (!known) handlers.set(id, handler)
    return handler
  }
  const { putTogether } = build.entry.module as typeof import('~/app/entry.server')
  const templates: Templates = new Map()
  return {
    calls: callsOf(build),
    pageRoute: (path) => `/${build.routes[find(path)!.value]?.path ?? ''}`,
    async page({ method, url, cookies, request }, context) {
      const { value: id, params } = find(url.pathname)!
      const handler = handlerOf(id)
      const { templated } = build.routes[id]!.module as { templated?: Templated<object> }
      const whole =
        templated && method === 'GET'
          ? await putTogether(templated, { url, cookies, params, context }, handler, templates)
          : null
      return whole ?? handler(request(), context)
    },
    render: (request, context) => handlerOf(find(new URL(request.url).pathname)!.value)(request, context),
    remix: createRequestHandler(build, mode)
  }
}

/** The built application below `build/`: fixed for the life of the process. */
export async function builtApplication(): Promise<Application> {
  const build = (await import(pathToFileURL(resolve('build/server/index.js')).href)) as ServerBuild
  const site = siteOf(build, 'production')
  return { site: async () => site, files: staticFiles('build/client') }
}

/** The sources through Vite, which makes another build of them when one was changed. `server` carries its reload socket. */
export async function developedApplication(server: Server): Promise<Application> {
  const { createServer } = await import('vite')
  const vite = await createServer({ server: { middlewareMode: true, hmr: { server } } })
  let known: { build: ServerBuild; site: Site } | null = null
  return {
    files: vite.middlewares,
    async site() {
      const build = (await vite.ssrLoadModule('virtual:remix/server-build')) as ServerBuild
      if (known?.build !== build) known = { build, site: siteOf(build, 'development') }
      return known.site
    }
  }
}
