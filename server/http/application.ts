import type { Server } from 'node:http'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createRequestHandler, type ServerBuild } from '@remix-run/node'
import sirv from 'sirv'
import type { Application } from './index'

const YEAR = 31_536_000

/** The built application below `build/`: fixed for the life of the process. */
export async function builtApplication(): Promise<Application> {
  const build = (await import(pathToFileURL(resolve('build/server/index.js')).href)) as ServerBuild
  const files = sirv('build/client', {
    etag: true,
    gzip: true,
    brotli: true,
    dotfiles: false,
    setHeaders(res, path) {
      const forever = path.startsWith('/assets/') || path.startsWith('/fonts/')
      res.setHeader('Cache-Control', forever ? `public, max-age=${YEAR}, immutable` : 'public, max-age=3600')
    }
  })
  return { build: async () => build, files, handle: createRequestHandler(build, 'production') }
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
