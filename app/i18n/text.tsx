/**
 * `useText()` gives `t('namespace:key', params)` on server and browser. Inside sentences: markdown/richText.tsx.
 */
import { createContext, type ReactNode, useContext } from 'react'

export type Params = Record<string, string | number>
export type Text = (key: string, params?: Params) => string

export interface Labels {
  [key: string]: string | Labels
}

export interface Words {
  locale: string
  t: Text
}

const TextContext = createContext<Words>({ locale: 'en-US', t: (key) => key })

export function TextProvider({ locale, t, children }: Words & { children: ReactNode }) {
  return <TextContext.Provider value={{ locale, t }}>{children}</TextContext.Provider>
}

export const useWords = (): Words => useContext(TextContext)
export const useText = (): Text => useContext(TextContext).t
export const useLocale = (): string => useContext(TextContext).locale

function find(labels: Labels | undefined, path: string): string | undefined {
  let here: string | Labels | undefined = labels
  for (const part of path.split('.')) here = typeof here === 'object' ? here[part] : undefined
  return typeof here === 'string' ? here : undefined
}

const plurals = new Map<string, Intl.PluralRules>()

function pluralOf(locale: string): Intl.PluralRules {
  const made = plurals.get(locale) ?? new Intl.PluralRules(locale)
  plurals.set(locale, made)
  return made
}

/** `t` over plain labels with i18next's rules: nested keys, `_one`/`_other` by `count`, `{{name}}`. */
export function createText(locale: string, labels: Record<string, Labels>): Text {
  // Memo: a scoreboard repeats few texts in many cells.
  const known = new Map<string, string>()
  const found = (key: string): string | undefined => {
    const seen = known.get(key)
    if (seen !== undefined) return seen
    const at = key.indexOf(':')
    const text = find(labels[key.slice(0, at)], key.slice(at + 1))
    if (text !== undefined) known.set(key, text)
    return text
  }
  return (key, params = {}) => {
    const form = typeof params.count === 'number' ? pluralOf(locale).select(params.count) : null
    const text = (form && (found(`${key}_${form}`) ?? found(`${key}_other`))) || found(key)
    return text?.replace(/{{\s*(\w+)\s*}}/g, (hole, name: string) => String(params[name] ?? hole)) ?? key
  }
}
