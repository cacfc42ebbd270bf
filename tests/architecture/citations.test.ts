import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createAnchors } from '~/app/routes/docs/anchors'

/** Files whose citations are checked; other tools' files, such as lock files, cite nothing. */
const CITING = /\.(ts|tsx|mjs|cjs|js|css|sql|md)$/
/** This test has to spell what it refuses. */
const SELF = 'tests/architecture/citations.test.ts'

/** Folders of builds, of packages and of a running platform. */
const FOREIGN_FOLDERS = new Set(['node_modules', 'build', 'data', 'coverage'])

function below(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (
      FOREIGN_FOLDERS.has(entry.name) ||
      (entry.name.startsWith('.') && entry.name !== '.dependency-cruiser.cjs')
    )
      return []
    const path = folder === '.' ? entry.name : `${folder}/${entry.name}`
    return entry.isDirectory() ? below(path) : path
  })
}

const files = below('.').filter((file) => CITING.test(file) && file !== SELF)

const known = new Map<string, ReadonlySet<string>>()

/** The anchors of a document. */
function anchorsIn(document: string): ReadonlySet<string> {
  const found = known.get(document)
  if (found) return found
  const text = readFileSync(document, 'utf8').replace(/^```[\s\S]*?^```/gm, '')
  const next = createAnchors()
  const anchors = new Set([...text.matchAll(/^#{1,6} +(.+)$/gm)].map(([, heading = '']) => next(heading)))
  known.set(document, anchors)
  return anchors
}

const decisions = readdirSync('docs/decisions')

/** Why a citation is wrong; null when document and anchor exist. */
function faultOf(document: string, anchor: string): string | null {
  if (!existsSync(document)) return `there is no ${document}`
  if (anchor === '' || anchorsIn(document).has(anchor)) return null
  return `${document} has no heading #${anchor}`
}

/** A path to one of our documents, with or without an anchor. */
const DOCUMENT = /(?<![\w./-])docs\/[\w./-]+?\.(?:md|png)(?:#([\w\p{L}-]*))?/gu
const DECISION = /(?:docs\/decisions\/(\d{3})(?![\d-])|\bdecisions? (\d{3})\b)/g
/** A source of ours in back-ticks, by its whole path. */
const SOURCE = /`((?:app|server|scoring|jobs|scripts|tests)\/[\w./+-]+\.(?:tsx?|mjs))`/g
const LINK = /\]\((?![a-z]+:|\/)([^)\s#]*)(?:#([^)\s]*))?\)/g

function faultsIn(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  const faults: (string | null)[] = []
  for (const [cited, anchor = ''] of text.matchAll(DOCUMENT)) {
    const [document = ''] = cited.split('#')
    faults.push(faultOf(document, anchor))
  }
  for (const [, path, number] of text.matchAll(DECISION)) {
    const wanted = path ?? number
    if (!decisions.some((name) => name.startsWith(`${wanted}-`)))
      faults.push(`there is no decision ${wanted}`)
  }
  if (file.endsWith('.md'))
    for (const [, path = '', anchor = ''] of text.matchAll(LINK)) {
      const document = path === '' ? file : normalize(join(dirname(file), path))
      faults.push(faultOf(document, document.endsWith('.md') ? anchor : ''))
    }
  if (file.endsWith('.md'))
    for (const [, path = ''] of text.matchAll(SOURCE))
      if (!path.includes('YYYYMMDD')) faults.push(existsSync(path) ? null : `there is no ${path}`)
  return faults.flatMap((fault) => (fault === null ? [] : `${file}: ${fault}`))
}

/** Names of documents outside the repository, and ways to cite them. */
const FOREIGN = [
  /\b(?:behaviour|decisions|product|architecture|instances|bug-classes|organiser|player)\.md\b/g,
  /\bcontract README\b/gi,
  /\bopenapi\.yaml\b/g,
  /\bthe specification\b/gi,
  /(?<!§)§\s?\d/g,
  /\(contract, \w+\)/g,
  /\(design, [\w ]+\)/g,
  /(?<![\w-])W\d{1,2}\b(?! *=)/g
]

/** Our own documents may have such a name. */
const OURS = /docs\/(?:rules|decisions)\/[\w./-]+|\]\([^)]*\)/g

const foreignIn = (file: string): string[] => {
  const text = readFileSync(file, 'utf8').replace(OURS, '')
  return FOREIGN.flatMap((pattern) => text.match(pattern) ?? []).map((cited) => `${file}: ${cited}`)
}

describe('what comments and documents cite', () => {
  it('is read from enough files to mean something', () => {
    expect(files.filter((file) => readFileSync(file, 'utf8').includes('docs/rules/')).length).toBeGreaterThan(
      80
    )
  })

  it('is a document of the repository, with a heading of that anchor', () => {
    expect(files.flatMap(faultsIn)).toEqual([])
  })

  it('is no document from outside the repository', () => {
    expect(files.flatMap(foreignIn)).toEqual([])
  })

  it('reaches every document of the rules from their index', () => {
    const index = readFileSync('docs/rules/README.md', 'utf8')
    const documents = readdirSync('docs/rules').filter((name) => name !== 'README.md')
    expect(documents.filter((name) => !index.includes(`](${name})`))).toEqual([])
  })
})
