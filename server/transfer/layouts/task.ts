import { posix } from 'node:path'
import type { Definition } from '../definition'
import { isCategory, type Place } from './common'

/** Folders whose files players get. */
const HANDED_OUT = ['distfiles', 'rawdistfiles']

const wordOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

/**
 * A file of zer0pts in the words of the other layouts: its text is HTML with `{host}` and `{port}`, its category one of
 * the tags, its files lie in folders of fixed names.
 */
export function translateTask(definition: Definition, { source, base }: Place): Definition {
  const { description, category, categories, tags, provide } = definition
  const marks: Record<string, string> = {
    host: wordOf(definition.host) || '{{host}}',
    port: wordOf(definition.port) || '{{port}}'
  }
  const named = (Array.isArray(tags) ? tags : [tags]).map(wordOf).filter(Boolean)
  const folders = HANDED_OUT.filter((name) => {
    const folder = posix.join(base, name, '/')
    return [...source.files.keys()].some((path) => path.startsWith(folder))
  })
  return {
    ...definition,
    // Four spaces would make a block of code of it.
    description: description
      ?.replace(/^[ \t]+/gm, '')
      .replace(/(?<!\{)\{(host|port)\}(?!\})/gi, (_, name: string) => marks[name.toLowerCase()]!),
    category: category ?? named.find(isCategory) ?? (categories.length > 0 ? undefined : named[0]),
    provide: provide ?? (folders.length > 0 ? folders : undefined)
  }
}
