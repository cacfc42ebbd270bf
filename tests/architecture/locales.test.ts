import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { LOCALES } from '~/server/platform/locales'

interface Texts {
  [key: string]: string | Texts
}

const SOURCE = 'en-US'
const PLURAL = /_(zero|one|two|few|many|other)$/
const namespaces = readdirSync(`locales/${SOURCE}`).map((file) => file.replace(/\.json$/, ''))

function read(locale: string, namespace: string): Map<string, string> {
  const path = `locales/${locale}/${namespace}.json`
  if (!existsSync(path)) return new Map()
  const flat = (texts: Texts, prefix: string): [string, string][] =>
    Object.entries(texts).flatMap(([key, value]): [string, string][] =>
      typeof value === 'string' ? [[prefix + key, value]] : flat(value, `${prefix}${key}.`)
    )
  return new Map(flat(JSON.parse(readFileSync(path, 'utf8')) as Texts, ''))
}

/** A key without its plural ending, because languages have different ones. */
const stem = (key: string) => key.replace(PLURAL, '')
const holes = (text: string) => [...new Set(text.match(/{{\s*\w+\s*}}/g) ?? [])].sort().join(' ')

/** The faults of one namespace in a language, one line each. */
function faults(locale: string, namespace: string): string[] {
  const source = read(SOURCE, namespace)
  const texts = read(locale, namespace)
  const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories
  const stems = new Map([...source].map(([key, text]) => [stem(key), text]))
  const plurals = new Set([...source.keys()].filter((key) => PLURAL.test(key)).map(stem))
  const missing = [...stems.keys()].flatMap((key) => {
    const wanted = plurals.has(key) ? forms.map((form) => `${key}_${form}`) : [key]
    return wanted.filter((one) => !texts.get(one)?.trim()).map((one) => `missing ${one}`)
  })
  const unknown = [...texts.keys()].flatMap((key) => {
    if (!stems.has(stem(key))) return [`unknown ${key}`]
    const form = PLURAL.exec(key)?.[1]
    return form && plurals.has(stem(key)) && !forms.includes(form as Intl.LDMLPluralRule)
      ? [`${key}: ${locale} has no form ${form}`]
      : []
  })
  const torn = [...texts].flatMap(([key, text]) => {
    const wanted = stems.get(stem(key))
    // A singular may have "one" instead of the number.
    const own = PLURAL.test(key) ? holes(text.includes('{{count}}') ? text : `${text}{{count}}`) : holes(text)
    const theirs = PLURAL.test(key) ? holes(`${wanted}{{count}}`) : holes(wanted ?? '')
    return wanted !== undefined && own !== theirs ? [`${key}: placeholders "${own}", not "${theirs}"`] : []
  })
  return [...missing, ...unknown, ...torn]
}

describe.each(LOCALES)('texts in %s', (locale) => {
  it.each(namespaces)('%s has every text that en-US has', (namespace) => {
    expect(faults(locale, namespace)).toEqual([])
  })

  it('the language has no namespace of its own', () => {
    const own = existsSync(`locales/${locale}`) ? readdirSync(`locales/${locale}`) : []
    expect(own.filter((file) => !namespaces.includes(file.replace(/\.json$/, '')))).toEqual([])
  })
})

describe('texts in the code', () => {
  const known = new Set(
    namespaces.flatMap((namespace) =>
      [...read(SOURCE, namespace).keys()].map((key) => `${namespace}:${stem(key)}`)
    )
  )
  const folders = ['app', 'server', 'scoring', 'jobs']
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
      .map((file) => `${folder}/${file}`)
  )
  const code = files.map((file) => ({ file, text: readFileSync(file, 'utf8') }))
  const key = new RegExp(`['"\`]((?:${namespaces.join('|')}):[\\w.]+)['"\`]`, 'g')
  const used = code.flatMap(({ file, text }) =>
    [...text.matchAll(key)].map(([, name]) => ({ file, key: name! }))
  )

  it('the search finds the keys in the code', () => expect(used.length).toBeGreaterThan(50))

  it('every text that the code names exists', () => {
    const missing = used.filter(({ key }) => !known.has(key)).map(({ file, key }) => `${file}: ${key}`)
    expect(missing).toEqual([])
  })

  it('every error code has a text', () => {
    const thrown = code
      .filter(({ file }) => file.startsWith('server/') || file.startsWith('app/request/'))
      .flatMap(({ text }) => [...text.matchAll(/(?:AppError|notFound|forbidden)\(\s*'([\w.]+)'/g)])
      .map(([, name]) => `errors:${name}`)
    expect([...new Set(thrown)].filter((name) => !known.has(name))).toEqual([])
  })
})
