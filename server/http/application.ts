import type { Server } from 'node:http'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  type AppLoadContext,
  createRequestHandler,
  type RequestHandler,
  type ServerBuild
} from '@remix-run/node'
import type { Asked, PutTogether, Templated } from '~/app/request/template'
import type { Application } from './index'
import { pathFinder } from './paths'
import { staticFiles } from './static-files'

/** The build with one page in it, and the root around it. */
function onlyPage({ assets, ...build }: ServerBuild, id: string): ServerBuild {
  const { root, [id]: page } = build.routes
  const { root: rootFiles, [id]: pageFiles } = assets.routes
  const routes = { root, [id]: page } as ServerBuild['routes']
  const files = { root: rootFiles, [id]: pageFiles } as typeof assets.routes
  return { ...build, routes, assets: { ...assets, routes: files } }
}

/** A request for a page. */
export interface PageAsked extends Pick<Asked, 'url' | 'cookies'> {
  method: string
  /** The request as Remix reads it; made only when it does. */
  request(): Request
}

/** A page as server/http sends it. */
export type Handle = (asked: PageAsked, context: AppLoadContext) => Promise<Response | PutTogether>

/**
 * Renders a page by a handler that knows this page alone: Remix and its router walk all routes, calls included,
 * several times a request, which took a third of a small page. `*` must be among the routes.
 */
function pageHandler(build: ServerBuild): Pick<Application, 'handle' | 'render'> {
  const routes = Object.values(build.routes).filter((route) => route?.parentId === 'root')
  const find = pathFinder(routes.map((route) => [route!.path ?? '', route!.id]))
  const handlers = new Map<string, RequestHandler>()
  const handlerOf = (id: string) => {
    const known = handlers.get(id)
    const handler = known ?? createRequestHandler(onlyPage(build, id), 'production')
    if (!known) handlers.set(id, handler)
    return handler
  }
  const { putTogether } = build.entry.module as typeof import('~/app/entry.server')
  const render: RequestHandler = (request, context) =>
    handlerOf(find(new URL(request.url).pathname)!.value)(request, context)
  const handle: Handle = async ({ method, url, cookies, request }, context) => {
    const { value: id, params } = find(url.pathname)!
    const handler = handlerOf(id)
    const { templated } = build.routes[id]!.module as { templated?: Templated<object> }
    const whole =
      templated && method === 'GET'
        ? await putTogether(templated, { url, cookies, params, context }, handler)
        : null
    return whole ?? handler(request(), context)
  }
  return { handle, render }
}

/** The built application below `build/`: fixed for the life of the process. */
export async function builtApplication(): Promise<Application> {
  const build = (await import(pathToFileURL(resolve('build/server/index.js')).href)) as ServerBuild
  return { build: async () => build, files: staticFiles('build/client'), ...pageHandler(build) }
}

/** The sources through Vite: every request sees the newest build. `server` carries Vite's reload socket. */
export async function developedApplication(server: Server): Promise<Application> {
  const { createServer } = await import('vite')
  const vite = await createServer({ server: { middlewareMode: true, hmr: { server } } })
  const build = async () => (await vite.ssrLoadModule('virtual:remix/server-build')) as ServerBuild
  const render: RequestHandler = async (request, context) =>
    createRequestHandler(await build(), 'development')(request, context)
  return {
    build,
    files: vite.middlewares,
    handle: ({ request }, context) => render(request(), context),
    render
  }
}
