import { COUNTRIES } from '~/server/accounts/constants'

const known = new Map<string, { code: string; name: string }[]>()

/** All countries, by name in a language; made once for each. */
export function countriesIn(locale: string): readonly { code: string; name: string }[] {
  const made = known.get(locale) ?? listIn(locale)
  known.set(locale, made)
  return made
}

function listIn(locale: string) {
  const names = new Intl.DisplayNames([locale], { type: 'region' })
  const order = new Intl.Collator(locale)
  return COUNTRIES.map((code) => ({ code, name: names.of(code) ?? code })).sort((a, b) =>
    order.compare(a.name, b.name)
  )
}
