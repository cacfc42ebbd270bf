import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { beforeAll, describe, expect, it } from 'vitest'
import { filled, routes } from '../support/api/routes'
import { openBrowserSuite } from '../support/browser/browser-suite'
import { sessionOf } from '../support/fixtures'
import { addFullGame, type FullGame } from '../support/games/full-game'

/** Sources that name no other place. */
const OWN_SOURCES = /^('(self|none|nonce-[^']+)'|data:|blob:)$/
/** Pictures of Markdown may be elsewhere, because their authors choose them. */
const FOREIGN_PICTURES = ['img-src https:']

const stage = openBrowserSuite()
let full: FullGame
let pages: string[]

const documents = (folder: string, at: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name.endsWith('.md') && name !== 'README.md')
    .map(({ name }) => `${at}/${name.replace(/\.md$/, '')}`)

beforeAll(async () => {
  const { platform, organiser } = stage
  full = await addFullGame(platform, organiser.client, 2)
  const all = await routes(organiser.client)
  const shown = all.filter((route) => !route.startsWith('/api/')).map((route) => filled(route, full))
  const docs = ['.', 'rules', 'decisions', 'reference'].flatMap((folder) =>
    documents(join('docs', folder), join('/docs', folder))
  )
  pages = [...new Set([...shown, ...docs])]
})

async function answerOf(page: Page, path: string) {
  const answer = await page.request.get(path, { maxRedirects: 0 })
  return { status: answer.status(), headers: answer.headers(), dispose: () => answer.dispose() }
}

/** What pages of a visitor asked for elsewhere, and what their policies would let them ask for. */
async function foreignOf(
  page: Page,
  paths: readonly string[]
): Promise<{ opened: number; asked: string[]; allowed: string[] }> {
  const { origin, host } = new URL(stage.platform.url)
  const [asked, allowed] = [new Set<string>(), new Set<string>()]
  let path = ''
  const note = (url: string) => {
    const { protocol, host: other } = new URL(url)
    if (/^(https?|wss?):$/.test(protocol) && other !== host) asked.add(`${path} asks ${url}`)
  }
  page.on('request', (request) => note(request.url()))
  page.on('websocket', (socket) => note(socket.url()))
  page.on('response', (response) => {
    if (!response.url().startsWith(origin) || response.request().resourceType() !== 'document') return
    for (const directive of (response.headers()['content-security-policy'] ?? '').split('; ')) {
      const [name, ...sources] = directive.split(' ')
      for (const one of sources) if (!OWN_SOURCES.test(one)) allowed.add(`${name} ${one}`)
    }
  })
  let opened = 0
  for (path of paths) {
    // Files, redirects and refusals are no pages.
    const { headers, status, dispose } = await answerOf(page, path)
    await dispose()
    if (status !== 200 || !headers['content-type']?.startsWith('text/html')) continue
    await page.goto(path, { waitUntil: 'load' })
    opened++
  }
  await page.waitForLoadState('networkidle')
  return { opened, asked: [...asked], allowed: [...allowed] }
}

describe('a machine without a network has all that a page needs', () => {
  it.each([
    ['player', 110],
    ['staff', 150]
  ])('on every page and document that a %s reads', { timeout: 300_000 }, async (who, least) => {
    const { platform, organiser } = stage
    const cookie = who === 'staff' ? organiser.client.cookie : await sessionOf(platform, full.player)
    const { page } = await stage.visit({ cookie })
    const { opened, asked, allowed } = await foreignOf(page, pages)
    expect(opened).toBeGreaterThan(least)
    expect(asked).toEqual([])
    expect(allowed).toEqual(FOREIGN_PICTURES)
  })

  it('and a request to another origin would be seen', async () => {
    const { page } = await stage.visit()
    await page.route('https://elsewhere.example/**', (route) => route.abort())
    await page.addInitScript(() => {
      new Image().src = 'https://elsewhere.example/a.png'
    })
    const { asked } = await foreignOf(page, ['/About', '/'])
    expect(asked.join()).toContain('asks https://elsewhere.example/a.png')
  })
})
