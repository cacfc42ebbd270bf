import { redirect } from '@remix-run/node'
import { ownPath } from '~/app/request/errors'
import { languageOf } from '~/app/request/language'
import { page } from '~/app/request/page'
import { customTheme, customThemeCookie, SCHEMES, schemeCookie } from '~/app/request/theme'
import { languageCookie } from '~/server/platform/network/cookies'

/** `GET /remember`: the shell script once moves choices from local storage to cookies; drops invalid ones. */
export const loader = page(({ url: { searchParams } }) => {
  const headers = new Headers({ 'Cache-Control': 'no-store' })
  const language = languageOf(searchParams.get('language'))
  if (language) headers.append('Set-Cookie', languageCookie(language))
  const scheme = SCHEMES.find((one) => one === searchParams.get('theme'))
  if (scheme) headers.append('Set-Cookie', schemeCookie(scheme))
  const theme = customTheme.safeParse(parsed(searchParams.get('custom-theme')))
  if (theme.success) headers.append('Set-Cookie', customThemeCookie(theme.data))
  return redirect(ownPath(searchParams.get('from')), { status: 303, headers })
})

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return null
  }
}
