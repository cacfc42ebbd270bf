import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { anchorOf, createAnchors } from '~/app/routes/docs/anchors'
import { GROUPS, type Library, MAX_FOUND, readLibrary } from '~/app/routes/docs/library'

const REPO = 'https://git.example.org/halyard'
/** Ids of the page around a document. */
const OF_THE_PAGE = ['main', 'loader', 'wm', 'found']

let library: Library
const shown = (key: string) => library.show(key, REPO)!
const idsIn = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)

beforeAll(() => {
  library = readLibrary('.')
})

describe('the documentation as the product shows it', () => {
  it('has a page for every document, with a title and text', () => {
    const files = ['docs', 'docs/rules', 'docs/decisions', 'docs/reference'].flatMap((folder) =>
      readdirSync(folder).filter((name) => name.endsWith('.md'))
    )
    // Those at the root come in, the list of contents goes out.
    expect(library.keys).toHaveLength(files.length + 2 - 1)
    for (const key of library.keys) {
      const { title, html } = shown(key)
      expect(title, key).toMatch(/\S/)
      expect(html.length, key).toBeGreaterThan(200)
      // What takes too long to render comes as one block.
      expect(html, key).not.toMatch(/^<pre tabindex="0">#/)
    }
  })

  it('every link and anchor of every page leads somewhere', () => {
    const wrong: string[] = []
    for (const key of library.keys)
      for (const [, address = ''] of shown(key).html.matchAll(/ (?:href|src)="([^"]+)"/g)) {
        const [path = '', anchor] = address.split('#')
        if (path.startsWith(`${REPO}/blob/HEAD/`)) {
          if (!existsSync(path.slice(`${REPO}/blob/HEAD/`.length))) wrong.push(`${key}: ${address}`)
        } else if (path.startsWith('/docs/files/')) {
          if (!library.file(path.slice('/docs/files/'.length))) wrong.push(`${key}: ${address}`)
        } else if (path === '/docs' || path === '' || path.startsWith('/docs/')) {
          const target = path === '' ? key : path.replace(/^\/docs\/?/, '')
          const page = target === '' ? { html: '' } : library.show(target, REPO)
          const isThere = page && (!anchor || idsIn(page.html).includes(decodeURIComponent(anchor)))
          if (!isThere) wrong.push(`${key}: ${address}`)
        } else if (!/^(https?:|mailto:)/.test(address)) wrong.push(`${key}: ${address}`)
      }
    expect(wrong).toEqual([])
  })

  it('headings have ids of their own, which the page around them does not use', () => {
    for (const key of library.keys) {
      const { html, headings } = shown(key)
      const ids = idsIn(html)
      expect(new Set(ids).size, key).toBe(ids.length)
      expect(
        ids.filter((id) => OF_THE_PAGE.includes(id) || id === ''),
        key
      ).toEqual([])
      for (const { id } of headings) expect(ids, key).toContain(id)
    }
  })

  it('its contents list every guide once, and all rules, decisions and calls by their lists', () => {
    const listed = library.groups.flatMap(({ entries }) => entries.map(({ key }) => key))
    expect(new Set(listed).size).toBe(listed.length)
    const guides = library.keys.filter((key) => !key.includes('/'))
    expect(listed.filter((key) => !key.includes('/')).sort()).toEqual([...guides].sort())
    const below = library.keys.filter((key) => key.includes('/') && !key.endsWith('/readme'))
    const linked = ['rules/readme', 'decisions/readme', 'reference/readme']
      .map((key) => shown(key).html)
      .join()
    expect(below.filter((key) => !linked.includes(`href="/docs/${key}"`))).toEqual([])
  })

  it('its contents are in the order that the product names in ten languages', () => {
    const headings = [...readFileSync('docs/README.md', 'utf8').matchAll(/^## (.+)$/gm)]
    expect(headings.map(([, heading = '']) => heading.toLowerCase())).toEqual([...GROUPS])
  })

  it('a link out of the documents has no address where the source is not known', () => {
    const fresh = readLibrary('.')
    const html = fresh.keys.map((key) => fresh.show(key, null)!.html).join('')
    expect(html).not.toContain('blob/HEAD')
    expect(html).not.toMatch(/href="(?!\/docs|https?:|mailto:|#)/)
  })

  it('the examples of plug-ins are read in the product, where the source is not known too', () => {
    const { html } = readLibrary('.').show('plugins', null)!
    const examples = readdirSync('docs/plugins')
    expect(examples.length).toBeGreaterThan(3)
    for (const name of examples) {
      expect(html).toContain(`href="/docs/files/${name}"`)
      expect(library.file(name)?.toString()).toContain('export default')
    }
  })

  it('shows nothing else, whatever is asked for', () => {
    for (const key of [
      '',
      '..',
      '../package.json',
      'rules',
      'rules/../../package',
      'README.md',
      'nothing',
      '__proto__'
    ])
      expect(library.show(key, REPO), key).toBeNull()
    for (const name of ['../package.json', 'README.md', 'rules/teams.md', '', 'constructor'])
      expect(library.file(name), name).toBeNull()
    expect(library.show('Rules/Teams', REPO)?.title).toBe(shown('rules/teams').title)
  })
})

/** Set by the launcher and the standard of traces, not by operators. */
const INTERNAL = /^(NODE_ENV|SOCKET_HANDOVER|OTEL_.*)$/

describe('what a reader looks up', () => {
  it('the table of folders names every feature of the server', () => {
    const named = new Set(
      [...readFileSync('README.md', 'utf8').matchAll(/`([\w-]+)`/g)].map(([, name]) => name)
    )
    const features = readdirSync('server', { withFileTypes: true }).filter((entry) => entry.isDirectory())
    expect(features.map(({ name }) => name).filter((name) => !named.has(name))).toEqual([])
  })

  it('the list of settings has every setting that is read', () => {
    const listed = readFileSync('docs/configuration.md', 'utf8')
    const source = readFileSync('server/platform/env.ts', 'utf8')
    const settings = [...source.matchAll(/^ {2,4}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name!)
    expect(settings.length).toBeGreaterThan(50)
    expect(settings.filter((name) => !INTERNAL.test(name) && !listed.includes(name))).toEqual([])
  })
})

describe('the search of the documentation', () => {
  const first = (words: string) => library.search(words)[0]

  it('finds a section by all its words, headings first, and leads to its anchor', () => {
    expect(first('blood bonus')?.to).toBe('rules/scoring#blood-bonus')
    expect(first('WRITING challenges')?.to).toMatch(/^authoring/)
    expect(library.search('blood zebrafish')).toEqual([])
    for (const { to } of library.search('flag')) {
      const [key = '', anchor] = to.split('#')
      const ids = idsIn(shown(key).html)
      if (anchor) expect(ids).toContain(anchor)
    }
  })

  it('has a limit, takes long and strange words, and shows no Markdown', () => {
    expect(library.search('a')).toHaveLength(MAX_FOUND)
    expect(library.search('   ')).toEqual([])
    for (const words of ['('.repeat(5000), '\\', '.*', '<script>', 'a '.repeat(10_000)])
      expect(library.search(words).length).toBeLessThanOrEqual(MAX_FOUND)
    for (const { text } of library.search('docker')) {
      expect(text).not.toMatch(/\]\(|`/)
      expect(text.length).toBeLessThan(200)
    }
  })
})

describe('anchors', () => {
  it('are those of usual renderers, with a number when they are repeated', () => {
    const anchor = createAnchors()
    expect(['The state', 'The `state`', '[A](b.md) and C!', 'Über'].map(anchor)).toEqual([
      'the-state',
      'the-state-1',
      'a-and-c',
      'über'
    ])
    expect(anchorOf('`PUT /x`: all')).toBe('put-x-all')
  })
})
