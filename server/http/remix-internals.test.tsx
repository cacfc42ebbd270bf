import type { IncomingMessage } from 'node:http'
import {
  type AppLoadContext,
  createRequestHandler,
  type EntryContext,
  type LoaderFunctionArgs,
  type ServerBuild
} from '@remix-run/node'
import { Outlet, RemixServer, useLoaderData } from '@remix-run/react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { withoutHandoff } from '~/app/request/page/remix-entry'
import { COMPARED, escapeRemixPath, onlyRoute, runsMethod } from './remix-internals'

let seen: string[] = []
const note = ({ request }: LoaderFunctionArgs) => {
  const { pathname, search } = new URL(request.url)
  seen.push(`${request.method} ${pathname}${search}`)
  return { word: 'from the loader' }
}
const noteCall = (args: LoaderFunctionArgs) => Response.json(note(args))

function Page() {
  return <main>{useLoaderData<{ word: string }>().word}</main>
}

function buildOf(entryOf: (context: EntryContext) => EntryContext = withoutHandoff): ServerBuild {
  const modules = {
    root: { id: 'root', path: '', module: { default: () => <Outlet /> } },
    page: { id: 'page', parentId: 'root', path: 'page/:id', module: { default: Page, loader: note } },
    missing: { id: 'missing', parentId: 'root', path: '*', module: { default: Page, loader: note } },
    call: { id: 'call', parentId: 'root', path: 'api/*', module: { loader: noteCall, action: noteCall } }
  }
  const files = Object.values<{ id: string; parentId?: string; path: string }>(modules).map(
    ({ id, parentId, path }) => [
      id,
      { id, parentId, path, module: `/${id}.js`, hasLoader: true, hasAction: false, hasErrorBoundary: false }
    ]
  )
  const handleRequest = (request: Request, status: number, headers: Headers, context: EntryContext) =>
    new Response(renderToString(<RemixServer context={entryOf(context)} url={request.url} />), {
      status,
      headers
    })
  return {
    mode: 'production',
    entry: { module: { default: handleRequest, handleError() {} } },
    routes: modules,
    assets: { version: '1', url: '', entry: { module: '', imports: [] }, routes: Object.fromEntries(files) },
    publicPath: '/',
    assetsBuildDirectory: '',
    isSpaMode: false,
    future: {
      v3_fetcherPersist: true,
      v3_relativeSplatPath: true,
      v3_throwAbortReason: true,
      v3_routeConfig: false,
      v3_singleFetch: true,
      v3_lazyRouteDiscovery: true,
      unstable_optimizeDeps: false
    }
  } as unknown as ServerBuild
}

const context = {} as AppLoadContext
const ORIGIN = 'http://ctf.example.org'

async function ask(build: ServerBuild, path: string, init?: RequestInit) {
  seen = []
  const response = await createRequestHandler(build, 'production')(new Request(ORIGIN + path, init), context)
  return { status: response.status, text: await response.text(), seen }
}

const rewritten = (url: string) =>
  escapeRemixPath({ url, headers: { host: 'ctf.example.org' } } as unknown as IncomingMessage).slice(
    ORIGIN.length
  )

describe('a build with one route', () => {
  it('a build with one route answers it as the whole build does', async () => {
    for (const [id, path] of [
      ['page', '/page/7?q=1'],
      ['missing', '/no/where'],
      ['call', '/api/team']
    ] as const) {
      const whole = await ask(buildOf(), path)
      expect(whole).toMatchObject({ status: 200, seen: [`GET ${path}`] })
      expect(await ask(onlyRoute(buildOf(), id), path)).toEqual(whole)
    }
  })
})

describe('the hand-off of loaders’ data', () => {
  it('RemixServer prints the hand-off as scripts unless the context comes without it', async () => {
    const { text: raw } = await ask(
      buildOf((entry) => entry),
      '/page/7'
    )
    const { text } = await ask(buildOf(), '/page/7')
    expect(text).toBe('<main>from the loader</main>')
    expect(raw).not.toBe(text)
  })
})

describe('addresses that Remix takes for its own', () => {
  it.each([
    ['/page/7.data', '/page/7%2Edata'],
    ['/api/files/x.data', '/api/files/x%2Edata'],
    ['/page/7?_data=page&q=1', '/page/7?q=1'],
    ['/page/7?_data=page', '/page/7'],
    ['/__manifest?version=1', '/%5F_manifest?version=1']
  ])('%s leads to its route as %s', async (sent, asked) => {
    const own = await ask(buildOf(), sent)
    expect(own.text).not.toContain('<main>')
    expect(rewritten(sent)).toBe(asked)
    expect(await ask(buildOf(), asked)).toMatchObject({ status: 200, seen: [`GET ${asked}`] })
  })

  it.each(['/page/7?x=1&_date=2', '/data', '/page/7.data/x', '/x/__manifest', '/page/7?q=.data'])(
    '%s is passed to Remix unchanged',
    async (sent) => {
      expect(rewritten(sent)).toBe(sent)
      expect(await ask(buildOf(), sent)).toMatchObject({ status: 200, seen: [`GET ${sent}`] })
    }
  )

  it('an address holds no control characters, on which Remix fails', async () => {
    const failed = await ask(buildOf(), '/%09/').catch(() => null)
    expect(failed?.status).not.toBe(200)
    expect(rewritten('/%09/?a=%09')).toBe('/%EF%BF%BD/?a=%09')
    expect(await ask(buildOf(), rewritten('/%09/'))).toMatchObject({ status: 200 })
  })
})

describe('methods', () => {
  it.each(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'])(
    'Remix runs calls for %s',
    async (method) => {
      expect(runsMethod(method)).toBe(true)
      expect(await ask(buildOf(), '/api/team', { method })).toMatchObject({ seen: [`${method} /api/team`] })
    }
  )

  it('Remix does not run PROPFIND', async () => {
    expect(runsMethod('PROPFIND')).toBe(false)
    expect(await ask(buildOf(), '/api/team', { method: 'PROPFIND' })).toMatchObject({ status: 405, seen: [] })
  })
})

describe('forms of other origins', () => {
  it('Remix refuses forms of other origins unless the headers that it compares are left out', async () => {
    const headers = { Origin: 'https://proxied.example.org', Host: 'ctf.example.org' }
    const build = buildOf()
    Object.assign(build.routes.page!.module, { action: note })
    expect(await ask(build, '/page/7', { method: 'POST', headers })).toMatchObject({ seen: [] })
    const left = Object.entries(headers).filter(([name]) => !COMPARED.has(name.toLowerCase()))
    const sent = await ask(build, '/page/7', { method: 'POST', headers: Object.fromEntries(left) })
    expect(sent.seen).toContain('POST /page/7')
  })
})
