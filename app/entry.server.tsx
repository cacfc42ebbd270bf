import type { AppLoadContext, EntryContext, HandleErrorFunction } from '@remix-run/node'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import { renderToString } from 'react-dom/server'
import { callerOf } from '~/server/accounts/contract'
import {
  type IslandHost,
  IslandHostContext,
  OriginContext,
  PAGE_DATA_ID,
  safeJson
} from './islands/runtime/page'
import { type Labels, TextProvider } from './islands/runtime/text'
import { clearedFlash, flashOf } from './request/flash'
import { schemeOf } from './request/theme'

interface Host extends IslandHost {
  /** The JSON all islands of the page share; '' for a page without islands. */
  data(): string
}

function createHost(request: Request, { ctx, translator, publicUrl }: AppLoadContext): Host {
  const page = { locale: ctx.locale, scheme: schemeOf(request.headers.get('Cookie')) }
  const labels: Record<string, Labels> = {}
  let islands = 0
  return {
    page,
    origin: new URL(publicUrl ?? request.url).origin,
    labels: (name) => (labels[name] ??= translator.labels(ctx.locale, [name])[name] ?? {}),
    nextId: () => `i${++islands}-`,
    data: () =>
      islands === 0
        ? ''
        : `<script type="application/json" id="${PAGE_DATA_ID}">${safeJson({ ...page, labels })}</script>`
  }
}

/** The one script of a page: the shell's few lines, and the boot code of islands (entry.client.tsx). */
function bootTag({ manifest }: EntryContext, nonce: string): string {
  const { hmr } = manifest as { hmr?: { runtime: string } }
  if (!hmr) return `<script type="module" nonce="${nonce}" src="${manifest.entry.module}"></script>`
  // Vite's React plugin refuses modules that run before its runtime.
  const imports = [hmr.runtime, manifest.entry.module].map((url) => `import ${safeJson(url)}`).join(';')
  return `<script type="module" nonce="${nonce}">${imports}</script>`
}

/** How long a refused reader is to wait. Remix drops headers of loaders and actions unless every route asks for them. */
function retryAfter({ staticHandlerContext: { actionHeaders, loaderHeaders } }: EntryContext): string | null {
  const all = [...Object.values(actionHeaders), ...Object.values(loaderHeaders)]
  return all.map((headers) => headers.get('Retry-After')).find(Boolean) ?? null
}

/** Renders a page to whole HTML; nothing is streamed, nothing is hydrated but islands. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  context: AppLoadContext
): Response {
  const { ctx, translator, cspNonce } = context
  const host = createHost(request, context)
  // Without the hand-off Remix prints no script of its own.
  const entry = { ...remixContext, serverHandoffStream: undefined }
  const html = renderToString(
    <TextProvider locale={ctx.locale} t={translator.textOf(ctx.locale)}>
      <IslandHostContext.Provider value={host}>
        <OriginContext.Provider value={host.origin}>
          <RemixServer context={entry} url={request.url} nonce={cspNonce} />
        </OriginContext.Provider>
      </IslandHostContext.Provider>
    </TextProvider>
  )
  const whole = html
    .replace('</head>', `${bootTag(remixContext, cspNonce)}</head>`)
    .replace(/<\/body>(?=<\/html>$)/, `${host.data()}</body>`)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  headers.set('Content-Language', ctx.locale)
  headers.set('Speculation-Rules', '"/speculation-rules.json"')
  const wait = retryAfter(remixContext)
  if (wait) headers.set('Retry-After', wait)
  if (flashOf(request.headers.get('Cookie'))) headers.append('Set-Cookie', clearedFlash())
  return new Response(`<!doctype html>${whole}`, { status, headers })
}

/** Unexpected errors of loaders, actions and rendering; requests that were aborted or make no sense are none. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return
  context.log.error(
    { err: error, ...callerOf(context.ctx), path: new URL(request.url).pathname },
    'page_failed'
  )
}
