import type { IncomingMessage, ServerResponse } from 'node:http'
import { toAppError } from '~/server/platform/errors'
import type { Translator } from '~/server/platform/i18n'
import { escapeHtml } from '~/server/platform/text'

/** The gate's own pages; services send everything else. */
const STATUSES = [400, 404, 429, 500, 502, 503, 504] as const
type GateStatus = (typeof STATUSES)[number]

/** 500 for an error whose status has no page. `retryAfter` in seconds. */
export function gateStatus(error: unknown): { status: GateStatus; retryAfter: number | null } {
  const { status, retryAfter } = toAppError(error)
  return { status: STATUSES.find((one) => one === status) ?? 500, retryAfter }
}

interface GatePages {
  /** Sends the page of that status; the bytes depend only on the language. */
  answer(
    req: IncomingMessage,
    res: ServerResponse,
    status: GateStatus,
    retryAfter?: number | null
  ): Promise<void>
}

const STYLE = `:root{color-scheme:light dark}body{max-width:36rem;margin:18vh auto;padding:0 1.25rem;
font:1rem/1.5 system-ui,sans-serif;overflow-wrap:break-word}h1{font-size:1.375rem;line-height:1.25}`

const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer'
}

export function createGatePages(translator: Translator): GatePages {
  const made = new Map<string, Buffer>()
  for (const locale of translator.locales)
    for (const status of STATUSES) {
      const [title, text] = (['title', 'text'] as const).map((part) =>
        escapeHtml(translator.translate(locale, `gate:${status}.${part}`))
      )
      const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>`
      const page = `<!doctype html><html lang="${locale}"><head>${head}<style>${STYLE}</style></head>`
      const body = `<body><main><h1>${title}</h1><p>${text}</p></main></body></html>\n`
      made.set(`${locale} ${status}`, Buffer.from(page + body))
    }
  return {
    async answer(req, res, status, retryAfter = null) {
      const { 'accept-language': languages } = req.headers
      const locale = await translator.localeOf(
        '/',
        languages === undefined ? {} : { 'accept-language': languages }
      )
      const page = made.get(`${locale} ${status}`)!
      if (res.headersSent || res.destroyed) return void res.destroy()
      // Does not wait for an unread body, nor for what follows a malformed request.
      const rest = req.complete && status !== 400 ? {} : { Connection: 'close' }
      const wait = retryAfter === null ? {} : { 'Retry-After': String(retryAfter) }
      res.writeHead(status, { ...HEADERS, ...wait, ...rest, 'Content-Length': page.length })
      res.end(req.method === 'HEAD' ? undefined : page)
    }
  }
}
