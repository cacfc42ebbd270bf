import type { LoaderFunctionArgs } from '@remix-run/node'

/** The background of dark pages, until the first one is drawn. */
const BACKGROUND = '#0b1013'

const OWN = [192, 512].map((size) => ({
  src: `/icon-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png'
}))
const BRAND = [{ src: '/favicon.webp', sizes: '256x256', type: 'image/webp' }]

/** `/manifest.webmanifest`: the platform as an app, under the operator's name and picture (docs/rules/push.md#app). */
export async function loader({ context }: LoaderFunctionArgs) {
  const { brand, images } = await context.services.settings.read()
  const manifest = {
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    name: brand.title,
    description: brand.slogan,
    background_color: BACKGROUND,
    theme_color: BACKGROUND,
    icons: images.favicon ? BRAND : OWN
  }
  return new Response(JSON.stringify(manifest), {
    headers: { 'Content-Type': 'application/manifest+json', 'Cache-Control': 'public, max-age=3600' }
  })
}
