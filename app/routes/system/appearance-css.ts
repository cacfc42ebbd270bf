import type { LoaderFunctionArgs } from '@remix-run/node'
import { hexColor } from '~/app/request/theme'
import { SCHEMES, TOKEN_NAMES } from '~/server/appearance/constants'

const FOREVER = 'public, max-age=31536000, immutable'

const css = (text: string, caching: string) =>
  new Response(text, { headers: { 'Content-Type': 'text/css; charset=utf-8', 'Cache-Control': caching } })

/** Colours of a draft, from the query: `light.page=rrggbb`. What is no colour is left out. */
function draftOf(query: URLSearchParams) {
  const [light, dark] = SCHEMES.map((scheme) =>
    Object.fromEntries(
      ['accent', ...TOKEN_NAMES].flatMap((name) => {
        const read = hexColor.safeParse(`#${query.get(`${scheme}.${name}`)}`)
        return read.success ? [[name, read.data.toLowerCase()]] : []
      })
    )
  )
  return { light: light!, dark: dark! }
}

/**
 * `/appearance/colours.css`, `/appearance/own.css` by their version, and `/appearance/preview.css` of a draft, because pages
 * may not have inline styles (docs/rules/appearance.md#files).
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const { appearance } = context.services
  if (params.sheet === 'preview.css') return css(appearance.preview(draftOf(searchParams)), FOREVER)
  const look = await appearance.look()
  const sheet = { 'colours.css': look.colours, 'own.css': look.own }[params.sheet ?? '']
  if (!sheet) return new Response(null, { status: 404 })
  // Whoever asks by an older version gets what is now, without keeping it.
  return css(sheet.text, searchParams.get('v') === sheet.version ? FOREVER : 'no-cache')
}
