import type { LoaderFunctionArgs } from '@remix-run/node'
import { hexColor } from '~/app/request/theme'

/** `/theme.css?c=rrggbb`: the base of all accent colours, because pages may not have inline styles. */
export function loader({ request }: LoaderFunctionArgs) {
  const color = hexColor.safeParse(`#${new URL(request.url).searchParams.get('c')}`)
  if (!color.success) return new Response(null, { status: 404 })
  return new Response(`:root{--brand:${color.data.toLowerCase()}}`, {
    headers: {
      'Content-Type': 'text/css; charset=utf-8',
      'Cache-Control': 'public, max-age=31536000, immutable'
    }
  })
}
