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
interface PageAsked extends Pick<TemplateRequest, 'url' | 'cookies'> {
  method: string
  /** Made only when Remix reads it. */
  request(): Request
}

export type Handle = (asked: PageAsked, context: AppLoadContext) => Promise<Response | PutTogether>

export interface Site {
  calls: Find<FoundCall>
  pageRoute(path: string): string
  /** Methods that the page of a path takes; null where no page is. */
  pageMethods(path: string): readonly string[] | null
  /** Rendered from its template if it has one, else by Remix. */
  page: Handle
  /** Renders by Remix alone, without templates. */
  render: RequestHandler
  /** Any request, by Remix with all its routes. */
  remix: RequestHandler
}

export interface Application {
  site(): Promise<Site>
  /** Files: the hashed client build and public/, or Vite's middleware in development. */
  files(req: IncomingMessage, res: ServerResponse, next: () => void): void
}

/** Renders each page by a handler of its route alone (onlyRoute), made at first use. `*` must be a page. */
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
    pageMethods(path) {
      const { path: route, module } = build.routes[find(path)!.value]!
      if (route === '*') return null
      const { default: page, loader, action } = module
      return [...(page || loader ? ['GET', 'HEAD'] : []), ...(action ? ['POST'] : [])]
    },
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

/** The application of `npm run build`, loaded once, and its files. */
export async function builtApplication(): Promise<Application> {
  const build = (await import(pathToFileURL(resolve('build/server/index.js')).href)) as ServerBuild
  const site = siteOf(build, 'production')
  return { site: async () => site, files: staticFiles('build/client') }
}

/** Loads the sources through Vite and rebuilds them after a change. `server` carries the reload socket. */
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
