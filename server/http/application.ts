import type { Server } from 'node:http'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createRequestHandler, type RequestHandler, type ServerBuild } from '@remix-run/node'
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

/**
 * Renders a page by a handler that knows this page alone: Remix and its router walk all routes, calls included,
 * several times a request, which took a third of a small page. `*` must be among the routes.
 */
function pageHandler(build: ServerBuild): RequestHandler {
  const routes = Object.values(build.routes).filter((route) => route?.parentId === 'root')
  const find = pathFinder(routes.map((route) => [route!.path ?? '', route!.id]))
  const handlers = new Map<string, RequestHandler>()
  return (request, context) => {
    const id = find(new URL(request.url).pathname)!.value
    const known = handlers.get(id)
    const handler = known ?? createRequestHandler(onlyPage(build, id), 'production')
    if (!known) handlers.set(id, handler)
    return handler(request, context)
  }
}

/** The built application below `build/`: fixed for the life of the process. */
export async function builtApplication(): Promise<Application> {
  const build = (await import(pathToFileURL(resolve('build/server/index.js')).href)) as ServerBuild
  return { build: async () => build, files: staticFiles('build/client'), handle: pageHandler(build) }
}

/** The sources through Vite: every request sees the newest build. `server` carries Vite's reload socket. */
export async function developedApplication(server: Server): Promise<Application> {
  const { createServer } = await import('vite')
  const vite = await createServer({ server: { middlewareMode: true, hmr: { server } } })
  const build = async () => (await vite.ssrLoadModule('virtual:remix/server-build')) as ServerBuild
  const handle: Application['handle'] = async (request, context) =>
    createRequestHandler(await build(), 'development')(request, context)
  return { build, files: vite.middlewares, handle }
}
