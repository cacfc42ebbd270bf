import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Translator } from '~/server/platform/i18n'
import { escapeHtml } from '~/server/platform/text'
import { requestIdOf } from './request-id'

export const wantsPage = (req: IncomingMessage): boolean => req.headers.accept?.includes('text/html') ?? false

const STYLE =
  'body{font:1rem/1.5 system-ui,sans-serif;margin:0;min-height:100vh;display:grid;place-items:center}' +
  'main{padding:1.5rem;text-align:center}h1{font-size:1.25rem;margin:0 0 1rem}a{color:inherit;padding:.5rem}'
const POLICY = `default-src 'none'; style-src 'sha256-${hash('sha256', STYLE, 'base64')}'; frame-ancestors 'none'`

/** A fault before Remix in the reader's language, with a link to `again`. Never reloads by itself. Status: the response's. */
export async function sendFaultPage(
  req: IncomingMessage,
  res: ServerResponse,
  translator: Translator,
  code: string,
  again: string
): Promise<void> {
  const locale = await translator.localeOf(req.url ?? '/', req.headers)
  const translated = (key: string) => escapeHtml(translator.translate(locale, key))
  const title = translated(`errors:${code}`)
  const body = `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="dark light">
<style>${STYLE}</style></head><body><main><h1>${title}</h1>
<a href="${escapeHtml(again.replace(/^\/{2,}/, '/'))}">${translated('common:try_again')}</a>
<p><code>request ${escapeHtml(requestIdOf(req))}</code></p></main></body></html>
`
  res.setHeader('Content-Type', 'text/html; charset=utf-8')
  res.setHeader('Content-Language', locale)
  res.setHeader('Cache-Control', 'no-store')
  res.setHeader('Content-Security-Policy', POLICY)
  res.setHeader('Vary', 'Accept, Accept-Language, Cookie')
  res.end(req.method === 'HEAD' ? undefined : body)
}
