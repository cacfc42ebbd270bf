import type { AppLoadContext } from '@remix-run/node'
import type { ReactNode } from 'react'
import { navigationOf } from '~/app/components/shell/Navigation'
import { watermarkOf } from '~/app/components/shell/Overlays'
import {
  bytesOf,
  type Cut,
  fill,
  keptCut,
  type Markup,
  placeholder
} from '~/app/islands/runtime/cache/markup'
import { jsonOf, partOf, renderWhole } from '~/app/islands/runtime/cache/render-cache'
import { islandOf } from '~/app/islands/runtime/island'
import { callerOf, reaches } from '~/server/access/contract'
import { flashOf } from '../flash'
import { dataElement } from './boot'
import { knownArgs, type UserViewArgs, type ViewArgs } from './index'
import { createHost, PageProviders, pageHeaders } from './page-host'
import { type ShellData, shellOf, type TemplateData } from './shell'
import { NAMES } from './template-names'

/**
 * How a page is put together for readers who have most of it in common. Its template is the page as Remix renders it
 * without knowing who reads it: what `frame` names is all that it is made from. The slots are rendered for each reader.
 */
export type Templated<D extends object> = Loader<D> & {
  /** The data that the page uses outside of its slots. JSON; never anything of the reader. */
  frame(data: D): object
  /** By the names that the page's `Slot`s have. Cheapest is what is a cached component or an island and nothing else. */
  slots: Record<string, (data: D, shell: ShellData) => ReactNode>
}

/** Finds what a page shows, for visitors too or for users; null for what only Remix can show. */
type Loader<D> =
  | { reader: 'anybody'; load(args: ViewArgs): Promise<D | null> }
  | { reader: 'user'; load(args: UserViewArgs): Promise<D | null> }

/** Stands for the time of the request; no game is as late. */
const NOW = 8_640_000_000_000_000

/** Templates kept. */
const MOST = 500

/** The templates of one build, by what they are made from; the oldest first. */
export type Templates = Map<string, Promise<Cut>>

/** A page that was put together; status 200. */
export interface PutTogether {
  body: Buffer
  headers: Record<string, string>
}

/** Has Remix render a page. */
export type Render = (request: Request, context: AppLoadContext) => Promise<Response>

/** The shell of a page that nobody in particular reads. */
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
  // A request of its own, so that nothing of this one can come in.
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
  if (templates.size >= MOST) templates.delete(templates.keys().next().value!)
  const made = make()
  templates.set(key, made)
  made.catch(() => templates.delete(key))
  return made
}

/** A request for a page, as far as putting it together needs it. */
export interface Asked {
  url: URL
  cookies: string | null
  params: Record<string, string | undefined>
  context: AppLoadContext
}

/** What the page shows; null when that is a matter of Remix, which then meets what is thrown here as well. */
async function loaded<D extends object>(
  page: Templated<D>,
  { url, params, context }: Asked
): Promise<D | null> {
  const { actor } = context.ctx
  const args = knownArgs(url, params, context)
  try {
    if (page.reader === 'anybody') return await page.load(args)
    return actor && reaches(actor.role, 'User') ? await page.load({ ...args, actor }) : null
  } catch {
    return null
  }
}

/**
 * A page put together from its template and the reader's own parts; null when it is a page for Remix alone, because it
 * shows a message or leads elsewhere. Never rejects: what goes wrong here is logged, and Remix renders the page.
 */
export async function putTogether<D extends object>(
  page: Templated<D>,
  asked: Asked,
  render: Render,
  templates: Templates
): Promise<PutTogether | null> {
  if (flashOf(asked.cookies)) return null
  try {
    return await filled(page, asked, render, templates)
  } catch (error) {
    const { log, ctx } = asked.context
    log.error({ err: error, ...callerOf(ctx), path: asked.url.pathname }, 'page_failed')
    return null
  }
}

async function filled<D extends object>(
  page: Templated<D>,
  asked: Asked,
  render: Render,
  templates: Templates
): Promise<PutTogether | null> {
  const { url, cookies, context } = asked
  const { ctx, translator, publicUrl } = context
  const [shell, data] = await Promise.all([shellOf(cookies, context), loaded(page, asked)])
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
    // The last in the document, when all islands have been met.
    [NAMES.data]: () => dataElement(host)
  }
  const html = fill(parts, (name) => own[name]?.() ?? show(page.slots[name]!(data, shell)))
  return { body: bytesOf(html), headers: pageHeaders(ctx.locale) }
}
