import type { AppLoadContext, EntryContext, HandleErrorFunction } from '@remix-run/node'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import { type Ctx, callerLogFields, hasRole } from '~/server/access/contract'
import { StackContext } from './components/shell/PageError'
import { TextProvider } from './i18n/text'
import { IslandHostContext, OriginContext } from './islands/runtime/page'
import { textOf } from './rendering/markup'
import { renderWhole } from './rendering/render-cache'
import { clearedFlash, flashOf } from './request/flash'
import { BootContext } from './request/page/boot'
import { createHost, pageHeaders } from './request/page/page-host'
import { bootModules, withoutHandoff } from './request/page/remix-entry'
import { TemplateContext } from './request/page/slot'
import { schemeOf } from './request/theme'

export { putTogether } from './request/page/template'

/** Stacks of failed requests of staff, until the page is made. */
const stacks = new WeakMap<Ctx, string>()

const stackOf = (error: unknown): string =>
  error instanceof Error
    ? [error.stack ?? error.message, ...(error.cause ? [stackOf(error.cause)] : [])].join('\n\n')
    : String(error)

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
  const boot = { modules: bootModules(remixContext), nonce: cspNonce, host }
  const html = renderWhole(
    <TextProvider locale={ctx.locale} t={translator.textOf(ctx.locale)}>
      <IslandHostContext.Provider value={host}>
        <OriginContext.Provider value={host.origin}>
          <TemplateContext.Provider value={template !== undefined}>
            <BootContext.Provider value={boot}>
              <StackContext.Provider value={stacks.get(ctx) ?? null}>
                <RemixServer context={withoutHandoff(remixContext)} url={request.url} nonce={cspNonce} />
              </StackContext.Provider>
            </BootContext.Provider>
          </TemplateContext.Provider>
        </OriginContext.Provider>
      </IslandHostContext.Provider>
    </TextProvider>
  )
  for (const [name, value] of Object.entries(pageHeaders(ctx.locale))) headers.set(name, value)
  if (flashOf(request.headers.get('Cookie'))) headers.append('Set-Cookie', clearedFlash())
  return new Response(`<!doctype html>${textOf(html)}`, { status, headers })
}

/** Logs unexpected errors of loaders, actions and rendering; aborted and malformed requests are none. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return
  context.log.error(
    { err: error, ...callerLogFields(context.ctx), path: new URL(request.url).pathname },
    'page_failed'
  )
  const { ctx } = context
  if (ctx.actor && hasRole(ctx.actor.role, 'Monitor')) stacks.set(ctx, stackOf(error))
}
