import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { ownPath } from '~/app/request/errors'
import { redirectWith } from '~/app/request/flash'
import { formObject } from '~/app/request/forms'
import { page } from '~/app/request/page'
import { customThemeCookie, hexColor, SCHEMES, schemeCookie, THEME_PROVIDERS } from '~/app/request/theme'

const schemeInput = z.object({ scheme: z.enum(SCHEMES) })
const themeInput = z.object({ provider: z.enum(THEME_PROVIDERS), color: z.string().optional() })

/** `POST /theme`: light or dark, or whose colour; goes back to `from`. An invalid colour changes nothing. */
export const action = page(async ({ request }) => {
  const form = formObject(await request.formData())
  const from = ownPath(String(form.from ?? ''))
  const scheme = schemeInput.safeParse(form)
  if (scheme.success)
    return redirect(from, { status: 303, headers: { 'Set-Cookie': schemeCookie(scheme.data.scheme) } })
  const theme = themeInput.safeParse(form)
  const color = hexColor.safeParse(theme.data?.color)
  if (!theme.success || (theme.data.provider === 'Custom' && !color.success))
    return redirectWith(from, { tone: 'bad', key: 'shell:theme.colour_invalid' })
  const { provider } = theme.data
  const chosen = provider === 'Custom' ? { provider, color: color.data! } : { provider }
  return redirectWith(from, { tone: 'ok', key: 'shell:theme.changed' }, [customThemeCookie(chosen)])
})

/** There is nothing to see. */
export const loader = () => redirect('/')
