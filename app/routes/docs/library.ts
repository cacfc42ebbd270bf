import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { documentHtml } from '~/app/components/markdown/render-markdown'
import { createAnchors } from './anchors'

/** The headings of docs/README.md, in their order there. */
export const GROUPS = ['players', 'organisers', 'authors', 'operators', 'developers'] as const
export type Group = (typeof GROUPS)[number]

/** A part of a document below one heading; the part before the first has neither id nor heading. */
interface Section {
  id: string
  heading: string
  /** Its words without marks of Markdown. */
  text: string
}

interface Document {
  /** Path below /docs, in lower case. */
  key: string
  /** Path in the repository. */
  path: string
  title: string
  /** Markdown below the title. */
  body: string
  sections: Section[]
}

export interface Entry {
  key: string
  title: string
  about: string
}

export interface Shown {
  title: string
  html: string
  /** Headings of the second level. */
  headings: { id: string; text: string }[]
}

export interface DocHit {
  /** Path below /docs with its anchor. */
  to: string
  title: string
  heading: string
  text: string
}

export interface Library {
  groups: { group: Group; entries: Entry[] }[]
  /** Every document, by its path below /docs. */
  keys: readonly string[]
  /** Null for an unknown document. `repo`: where links to other files lead; null: nowhere. */
  show(key: string, repo: string | null): Shown | null
  /** Sections with all the words, those with a word in a heading first; at most MAX_FOUND. */
  search(words: string): DocHit[]
  /** A file beside the documents, such as a schema; null for others. */
  file(name: string): Buffer | null
}

export const MAX_FOUND = 30
export const MAX_SEARCH_LENGTH = 100
const SNIPPET = 180

/** Those at the root of the repository that belong to the documentation. */
const AT_ROOT = ['README.md', 'CONTRIBUTING.md']
const FOLDERS = ['docs', 'docs/rules', 'docs/decisions', 'docs/reference']
/** Where the documents have files such as schemas, examples and pictures; no two have the same name. */
const FILE_FOLDERS = ['docs', 'docs/pictures', 'docs/plugins']
/** The list of contents is the page /docs itself. */
const CONTENTS = 'docs/README.md'
export const FILE_TYPES: Record<string, string> = {
  json: 'application/json; charset=utf-8',
  png: 'image/png',
  py: 'text/x-python; charset=utf-8',
  ts: 'text/plain; charset=utf-8',
  webp: 'image/webp'
}
const endOf = (name: string) => name.slice(name.lastIndexOf('.') + 1)

const FENCE = /^(```|~~~)/
const HEADING = /^(#{1,6}) +(.+)$/

/** Words as a reader sees them. */
const plain = (markdown: string) =>
  markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\|?[-: |]+$/gm, '')
    .replace(/[`*|]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

function sectionsOf(body: string): Section[] {
  const anchor = createAnchors()
  const sections: (Omit<Section, 'text'> & { lines: string[] })[] = [{ id: '', heading: '', lines: [] }]
  let fenced = false
  for (const line of body.split('\n')) {
    if (FENCE.test(line)) fenced = !fenced
    const heading = fenced ? null : HEADING.exec(line)
    if (heading) sections.push({ id: anchor(heading[2]!), heading: plain(heading[2]!), lines: [] })
    else sections.at(-1)!.lines.push(line)
  }
  return sections.map(({ lines, ...section }) => ({ ...section, text: plain(lines.join('\n')) }))
}

function read(root: string, path: string): Document {
  const text = readFileSync(join(root, path), 'utf8')
  const [first = '', ...rest] = text.split('\n')
  const body = rest.join('\n')
  const key = path
    .replace(/^docs\//, '')
    .replace(/\.md$/, '')
    .toLowerCase()
  return { key, path, title: plain(first.replace(/^#+ */, '')), body, sections: sectionsOf(body) }
}

const ENTRY = /^- \[([^\]]+)\]\(([^)]+)\): (.+)$/gm

/** The groups of docs/README.md. @throws Error when its headings are not GROUPS */
function contentsOf(contents: Document, keyOf: (from: string, link: string) => string | null) {
  const parts = contents.body.split(/^## .+$/m).slice(1)
  if (parts.length !== GROUPS.length) throw new Error(`${CONTENTS} has ${parts.length} groups`)
  return parts.map((part, place) => ({
    group: GROUPS[place]!,
    entries: [...part.matchAll(ENTRY)].map(([, title = '', link = '', about = '']) => {
      const key = keyOf(contents.path, link)
      if (key === null) throw new Error(`${CONTENTS} lists ${link}, which is not there`)
      return { key, title, about }
    })
  }))
}

/** Words of a section around the first one that was looked for. */
function snippet(text: string, word: string): string {
  const at = Math.max(0, text.toLowerCase().indexOf(word) - SNIPPET / 3)
  const from = at === 0 ? 0 : text.indexOf(' ', at) + 1
  const cut = text.slice(from, from + SNIPPET)
  return `${from > 0 ? '… ' : ''}${cut}${from + SNIPPET < text.length ? ' …' : ''}`
}

/** Paths of the files beside the documents, by name. */
const filesOf = (root: string) =>
  new Map(
    FILE_FOLDERS.flatMap((folder) =>
      readdirSync(join(root, folder))
        .filter((name) => endOf(name) in FILE_TYPES)
        .map((name) => [name, `${folder}/${name}`] as const)
    )
  )

/** Reads the documents of a repository at `root` once. */
export function readLibrary(root: string): Library {
  const paths = [
    ...AT_ROOT.filter((path) => existsSync(join(root, path))),
    ...FOLDERS.flatMap((folder) =>
      readdirSync(join(root, folder))
        .filter((name) => name.endsWith('.md'))
        .map((name) => `${folder}/${name}`)
    )
  ]
  const all = paths.map((path) => read(root, path))
  const documents = new Map(all.filter(({ path }) => path !== CONTENTS).map((one) => [one.path, one]))
  const byKey = new Map([...documents.values()].map((one) => [one.key, one]))
  const files = filesOf(root)

  const pathOf = (from: string, link: string) => normalize(join(dirname(from), link.split('#')[0]!))
  const keyOf = (from: string, link: string) => documents.get(pathOf(from, link))?.key ?? null

  /** An address in a document, as an address of the product. */
  const addressOf = (from: string, repo: string | null) => (link: string) => {
    if (/^(#|https?:|mailto:)/.test(link)) return link
    const path = pathOf(from, link)
    const anchor = link.includes('#') ? link.slice(link.indexOf('#')) : ''
    if (path === CONTENTS) return `/docs${anchor}`
    const key = keyOf(from, link)
    if (key !== null) return `/docs/${key}${anchor}`
    const name = basename(path)
    if (files.get(name) === path) return `/docs/files/${name}`
    return repo === null || path.startsWith('..') ? null : `${repo}/blob/HEAD/${path}`
  }

  const shown = new Map<string, Shown>()
  const show = ({ key, path, title, body, sections }: Document, repo: string | null): Shown => {
    const known = shown.get(key)
    if (known) return known
    const rules = { idOf: createAnchors(), addressOf: addressOf(path, repo) }
    const second = new Set([...body.matchAll(/^## +(.+)$/gm)].map(([, heading = '']) => plain(heading)))
    const headings = sections
      .filter(({ heading }) => second.has(heading))
      .map(({ id, heading }) => ({ id, text: heading }))
    const made = { title, html: documentHtml(body, rules), headings }
    shown.set(key, made)
    return made
  }

  return {
    groups: contentsOf(all.find(({ path }) => path === CONTENTS)!, keyOf),
    keys: [...byKey.keys()],
    show(key, repo) {
      const document = byKey.get(key.toLowerCase())
      return document ? show(document, repo) : null
    },
    search(words) {
      const wanted = words.slice(0, MAX_SEARCH_LENGTH).toLowerCase().split(/\s+/).filter(Boolean)
      if (wanted.length === 0) return []
      const found: (DocHit & { rank: number })[] = []
      for (const { key, title, sections } of byKey.values())
        for (const { id, heading, text } of sections) {
          const [head, body] = [`${title} ${heading}`.toLowerCase(), text.toLowerCase()]
          if (!wanted.every((word) => head.includes(word) || body.includes(word))) continue
          const inHead = wanted.filter((word) => `${heading || title}`.toLowerCase().includes(word)).length
          // Guides come before the rules, which come before decisions.
          const depth = key.startsWith('decisions/') ? 2 : key.includes('/') ? 1 : 0
          const to = id ? `${key}#${id}` : key
          const word = wanted.find((one) => body.includes(one)) ?? ''
          found.push({ to, title, heading, text: snippet(text, word), rank: depth - 3 * inHead })
        }
      const best = found.sort((a, b) => a.rank - b.rank).slice(0, MAX_FOUND)
      return best.map(({ rank: _, ...one }) => one)
    },
    file(name) {
      const path = files.get(name)
      return path === undefined ? null : readFileSync(join(root, path))
    }
  }
}

let known: Library | undefined

/** The documents beside this program, read at the first use. */
export const library = (): Library => (known ??= readLibrary(process.cwd()))
