import type { AppLoadContext, EntryContext, HandleErrorFunction } from '@remix-run/node'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import { callerOf } from '~/server/accounts/contract'
import { IslandHostContext, OriginContext, safeJson } from './islands/runtime/page'
import { placeholder, renderWhole } from './islands/runtime/render-cache'
import { TextProvider } from './islands/runtime/text'
import { clearedFlash, flashOf } from './request/flash'
import { createHost, pageHeaders } from './request/page-host'
import { TemplateContext } from './request/slot'
import { NAMES } from './request/template-names'
import { schemeOf } from './request/theme'

export { putTogether } from './request/template'

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
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  context: AppLoadContext
): Promise<Response> {
  const { ctx, translator, cspNonce, template } = context
  await context.waitToRender()
  const scheme = schemeOf(request.headers.get('Cookie'))
  const host = createHost(context, { origin: new URL(request.url).origin, scheme })
  // Without the hand-off Remix prints no script of its own.
  const entry = { ...remixContext, serverHandoffStream: undefined }
  const html = renderWhole(
    <TextProvider locale={ctx.locale} t={translator.textOf(ctx.locale)}>
      <IslandHostContext.Provider value={host}>
        <OriginContext.Provider value={host.origin}>
          <TemplateContext.Provider value={template !== undefined}>
            <RemixServer context={entry} url={request.url} nonce={cspNonce} />
          </TemplateContext.Provider>
        </OriginContext.Provider>
      </IslandHostContext.Provider>
    </TextProvider>
  )
  const data = template ? placeholder(NAMES.data) : host.data()
  const whole = html
    .replace('</head>', `${bootTag(remixContext, cspNonce)}</head>`)
    .replace(/<\/body>(?=<\/html>$)/, `${data}</body>`)
  for (const [name, value] of Object.entries(pageHeaders(ctx.locale))) headers.set(name, value)
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
