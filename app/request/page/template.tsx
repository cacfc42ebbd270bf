import type { AppLoadContext } from '@remix-run/node'
import type { ReactNode } from 'react'
import { navigationOf } from '~/app/components/shell/Navigation'
import { watermarkOf } from '~/app/components/shell/Overlays'
import { islandOf } from '~/app/islands/runtime/island'
import {
  bytesOf,
  type Cut,
  fillPlaceholders,
  keptCut,
  type Markup,
  placeholder
} from '~/app/rendering/markup'
import { jsonOf, partOf, renderWhole } from '~/app/rendering/render-cache'
import { callerLogFields, hasRole } from '~/server/access/contract'
import { flashOf } from '../flash'
import { dataElement } from './boot'
import { knownArgs, type UserViewArgs, type ViewArgs } from './index'
import { createHost, PageProviders, pageHeaders } from './page-host'
import { type ShellData, shellOf, type TemplateData } from './shell'
import { NAMES } from './template-names'

/** Remix renders the template from `frame` alone, without the reader; slots are rendered for each reader. */
export type Templated<D extends object> = Loader<D> & {
  /** Data that the page uses outside of its slots. JSON without anything of the reader. */
  frame(data: D): object
  /** Renderings by the names of the page's `Slot`s. Cheapest: a single cached component or island. */
  slots: Record<string, (data: D, shell: ShellData) => ReactNode>
}

/** Loads the data, for everybody or for users; null when only Remix can render the page. */
type Loader<D> =
  | { reader: 'anybody'; load(args: ViewArgs): Promise<D | null> }
  | { reader: 'user'; load(args: UserViewArgs): Promise<D | null> }

/** Stands for the request's time; later than any game. */
const NOW = 8_640_000_000_000_000

const MAX_TEMPLATES = 500

/** Templates of a build by key, oldest first. */
export type Templates = Map<string, Promise<Cut>>

export interface PutTogether {
  body: Buffer
  headers: Record<string, string>
}

export type Render = (request: Request, context: AppLoadContext) => Promise<Response>

const impersonal = (shell: ShellData): ShellData => ({
  ...shell,
  viewer: null,
  now: NOW,
  flash: null,
  requestId: ''
})

async function makeTemplate(
  url: string,
  context: AppLoadContext,
  template: TemplateData,
  render: Render
): Promise<Cut> {
  const { locale } = template.shell
  // A request of its own, so that nothing of the reader's gets in.
  const request = new Request(url, { headers: { 'Accept-Language': locale } })
  const ctx = { ...context.ctx, actor: null, ip: '', userAgent: null, requestId: '' }
  const cspNonce = placeholder(NAMES.nonce)
  const response = await render(request, { ...context, ctx, cspNonce, renewedCookie: null, template })
  if (response.status !== 200) throw new Error(`The template of ${url} was answered ${response.status}`)
  const html = await response.text()
  return keptCut(html.replace(`data-now="${NOW}"`, `data-now="${placeholder(NAMES.now)}"`))
}

function templateOf(templates: Templates, key: string, make: () => Promise<Cut>): Promise<Cut> {
  const known = templates.get(key)
  if (known) return known
  if (templates.size >= MAX_TEMPLATES) templates.delete(templates.keys().next().value!)
  const made = make()
  templates.set(key, made)
  made.catch(() => templates.delete(key))
  return made
}

export interface TemplateRequest {
  url: URL
  cookies: string | null
  params: Record<string, string | undefined>
  context: AppLoadContext
}

/** The page's data; null when Remix must render, which then gets the same errors. */
async function loaded<D extends object>(
  page: Templated<D>,
  { url, params, context }: TemplateRequest
): Promise<D | null> {
  const { actor } = context.ctx
  const args = knownArgs(url, params, context)
  try {
    if (page.reader === 'anybody') return await page.load(args)
    return actor && hasRole(actor.role, 'User') ? await page.load({ ...args, actor }) : null
  } catch {
    return null
  }
}

/** Null when Remix must render (messages, redirects). Never rejects: errors are logged, and Remix renders. */
export async function putTogether<D extends object>(
  page: Templated<D>,
  requested: TemplateRequest,
  render: Render,
  templates: Templates
): Promise<PutTogether | null> {
  if (flashOf(requested.cookies)) return null
  try {
    return await filled(page, requested, render, templates)
  } catch (error) {
    const { log, ctx } = requested.context
    log.error({ err: error, ...callerLogFields(ctx), path: requested.url.pathname }, 'page_failed')
    return null
  }
}

async function filled<D extends object>(
  page: Templated<D>,
  requested: TemplateRequest,
  render: Render,
  templates: Templates
): Promise<PutTogether | null> {
  const { url, cookies, context } = requested
  const { ctx, translator, publicUrl } = context
  const [shell, data] = await Promise.all([shellOf(cookies, context), loaded(page, requested)])
  if (!data) return null
  const { pathname, search, origin } = url
  const template: TemplateData = { shell: impersonal(shell), page: page.frame(data) }
  const key = `${publicUrl ?? origin} ${pathname}${search} ${jsonOf(template)}`
  const parts = await templateOf(templates, key, () => makeTemplate(url.href, context, template, render))
  await context.waitToRender()
  const host = createHost(context, { origin, scheme: shell.scheme })
  const t = translator.textOf(ctx.locale)
  const show = (node: ReactNode): Markup =>
    (node === null ? '' : null) ??
    partOf(node, { locale: ctx.locale, t }) ??
    islandOf(node, host) ??
    renderWhole(
      <PageProviders locale={ctx.locale} t={t} host={host} shell={shell}>
        {node}
      </PageProviders>
    )
  const own: Record<string, () => Markup> = {
    [NAMES.nonce]: () => context.cspNonce,
    [NAMES.now]: () => String(shell.now),
    [NAMES.navigation]: () => show(navigationOf(shell, { pathname, search })),
    [NAMES.watermark]: () => (shell.viewer ? show(watermarkOf(shell.viewer.id)) : ''),
    // Last in the document, after all islands have rendered.
    [NAMES.data]: () => dataElement(host)
  }
  const html = fillPlaceholders(parts, (name) => own[name]?.() ?? show(page.slots[name]!(data, shell)))
  return { body: bytesOf(html), headers: pageHeaders(ctx.locale) }
}
