import type { AppLoadContext, LoaderFunctionArgs } from '@remix-run/node'
import type { ReactNode } from 'react'
import { Navigation } from '~/app/components/Navigation'
import { Watermark } from '~/app/components/Overlays'
import { cut, fill, jsonOf, placeholder, renderWhole } from '~/app/islands/runtime/render-cache'
import { flashOf } from './flash'
import { createHost, PageProviders, pageHeaders } from './page-host'
import { type ShellData, shellOf } from './shell'
import { NAMES } from './template-names'

/**
 * How a page is put together for readers who have most of it in common. Its template is the page as Remix renders it
 * without knowing who reads it: what `frame` names is all that it is made from. The slots are rendered for each reader.
 */
export interface Templated<D extends object> {
  /** The page's loader; null for what only Remix can show. */
  load(args: LoaderFunctionArgs): Promise<D | null>
  /** The data that the page uses outside of its slots. JSON; never anything of the reader. */
  frame(data: D): object
  /** By the names that the page's `Slot`s have. */
  slots: Record<string, (data: D) => ReactNode>
}

/** What a template is made from, in place of what loaders find. */
export interface TemplateData {
  shell: ShellData
  page: object
}

/** Stands for the time of the request; no game is as late. */
const NOW = 8_640_000_000_000_000

/** Templates kept, the oldest first. */
const MOST = 500
const templates = new Map<string, Promise<string[]>>()

/** A page that was put together; status 200. */
export interface PutTogether {
  html: string
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
): Promise<string[]> {
  const { locale } = template.shell
  // A request of its own, so that nothing of this one can come in.
  const request = new Request(url, { headers: { 'Accept-Language': locale } })
  const ctx = { ...context.ctx, actor: null, ip: '', userAgent: null, requestId: '' }
  const cspNonce = placeholder(NAMES.nonce)
  const response = await render(request, { ...context, ctx, cspNonce, renewedCookie: null, template })
  if (response.status !== 200) throw new Error(`The template of ${url} was answered ${response.status}`)
  const html = await response.text()
  return cut(html.replace(`data-now="${NOW}"`, `data-now="${placeholder(NAMES.now)}"`))
}

function templateOf(key: string, make: () => Promise<string[]>): Promise<string[]> {
  const known = templates.get(key)
  if (known) return known
  if (templates.size >= MOST) templates.delete(templates.keys().next().value!)
  const made = make()
  templates.set(key, made)
  made.catch(() => templates.delete(key))
  return made
}

/**
 * A page put together from its template and the reader's own parts; null when it is a page for Remix alone, because it
 * shows a message or leads elsewhere. Never rejects with what a loader throws: Remix meets that again and deals with it.
 */
export async function putTogether<D extends object>(
  page: Templated<D>,
  args: LoaderFunctionArgs,
  render: Render
): Promise<PutTogether | null> {
  const { request, context } = args
  const { ctx, translator, publicUrl } = context
  if (flashOf(request.headers.get('Cookie'))) return null
  const [shell, data] = await Promise.all([shellOf(args), page.load(args).catch(() => null)])
  if (!data) return null
  const { pathname, search, origin } = new URL(request.url)
  const path = pathname + search
  const template: TemplateData = { shell: impersonal(shell), page: page.frame(data) }
  const key = `${publicUrl ?? origin} ${path} ${jsonOf(template)}`
  const parts = await templateOf(key, () => makeTemplate(request.url, context, template, render))
  const host = createHost(request, context)
  const show = (node: ReactNode) =>
    renderWhole(
      <PageProviders locale={ctx.locale} t={translator.textOf(ctx.locale)} host={host} shell={shell}>
        {node}
      </PageProviders>
    )
  const own: Record<string, () => string> = {
    [NAMES.nonce]: () => context.cspNonce,
    [NAMES.now]: () => String(shell.now),
    [NAMES.navigation]: () => show(<Navigation shell={shell} here={{ pathname, search }} />),
    [NAMES.watermark]: () => (shell.viewer ? show(<Watermark id={shell.viewer.id} />) : ''),
    // The last in the document, when all islands have been met.
    [NAMES.data]: host.data
  }
  const html = fill(parts, (name) => own[name]?.() ?? show(page.slots[name]!(data)))
  return { html, headers: pageHeaders(ctx.locale) }
}
