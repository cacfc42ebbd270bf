import type { LoaderFunctionArgs } from '@remix-run/node'
import { languageOf } from '~/app/request/language'
import { escapeHtml } from '~/server/platform/text'

/** Only its own files; it is no page of the shell, which knows who reads. */
const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** `/offline?lang=de-DE`: what public/sw.js shows in place of any page without a connection (docs/rules/push.md#offline). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { services, ctx, translator } = context
  const locale = languageOf(new URL(request.url).searchParams.get('lang')) ?? ctx.locale
  const t = translator.textOf(locale)
  const { title } = (await services.settings.read()).brand
  const text = (key: string) =>
    escapeHtml(t(`push:offline.${key}`, { site: title, interpolation: { escapeValue: false } }))
  const html = `<!doctype html>
<html lang="${locale.toLowerCase()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text('title')} - ${escapeHtml(title)}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/offline.css">
<script src="/offline.js" defer></script>
</head>
<body>
<main>
<img src="/icon.svg" alt="">
<h1>${text('title')}</h1>
<p>${text('text')} ${text('sent')}</p>
<dl hidden>
<dt>${text('since')}</dt><dd><time id="since"></time></dd>
<dt>${text('tried')}</dt><dd><time id="tried"></time></dd>
</dl>
<p><a href="">${text('again')}</a></p>
</main>
</body>
</html>
`
  return new Response(html, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': POLICY,
      'Cache-Control': 'public, max-age=3600',
      Vary: 'Accept-Language, Cookie'
    }
  })
}
