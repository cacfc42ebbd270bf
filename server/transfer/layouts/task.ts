import { posix } from 'node:path'
import type { Definition } from '../definition'
import { type DefinitionPlace, isCategory } from './common'

const HANDED_OUT = ['distfiles', 'rawdistfiles']

const wordOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

/** Translates zer0pts: HTML with `{host}` and `{port}`, the category among the tags, files in fixed folders. */
export function translateTask(definition: Definition, { source, base }: DefinitionPlace): Definition {
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
    // Four spaces would make a code block.
    description: description
      ?.replace(/^[ \t]+/gm, '')
      .replace(/(?<!\{)\{(host|port)\}(?!\})/gi, (_, name: string) => marks[name.toLowerCase()]!),
    category: category ?? named.find(isCategory) ?? (categories.length > 0 ? undefined : named[0]),
    provide: provide ?? (folders.length > 0 ? folders : undefined)
  }
}
