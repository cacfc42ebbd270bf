import { beforeAll, describe, expect, it } from 'vitest'
import { openBrowserSuite } from '../support/browser/browser-suite'
import { type PlayedGame, playGame, sessionOf } from '../support/fixtures'

const MOST = 10
/** Files that the browser keeps for the whole site and loads when it is idle. */
const OF_THE_SITE = /^\/(favicon\.webp|speculation-rules\.json)$/

const stage = openBrowserSuite()
let game: PlayedGame
beforeAll(async () => {
  game = await playGame(stage.platform.stores.db, { teams: 25, challenges: 18 })
})

describe('a first visit', () => {
  // The scoreboard has a script more: what its replay and the projector do not need, which are at the limit of their bytes.
  it.each([
    ['Challenges', MOST],
    ['Scoreboard', MOST + 1]
  ])('of a player to %s takes at most %i requests', async (name, most) => {
    const { page, open, faults } = await stage.visit({
      cookie: await sessionOf(stage.platform, game.teams[0]!.members[0])
    })
    const asked: string[] = []
    const note = (url: string) => {
      const { pathname } = new URL(url)
      if (!OF_THE_SITE.test(pathname)) asked.push(pathname)
    }
    page.on('request', (request) => note(request.url()))
    page.on('websocket', (socket) => note(socket.url()))
    await open(`/games/${game.id}/${name}`)
    // The socket is a page's last request.
    await expect.poll(() => asked.some((path) => path.startsWith('/socket.io'))).toBe(true)
    await page.waitForLoadState('networkidle')
    expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(most)
    expect(faults).toEqual([])
  })

  it.each([
    ['en-US', ['inter-latin']],
    ['ru-RU', ['inter-cyrillic', 'inter-latin']]
  ])(
    'is drawn with the fonts of its language alone (%s), which come after the styles',
    async (locale, fonts) => {
      const cookie = await sessionOf(stage.platform, game.teams[0]!.members[0])
      const { page, open } = await stage.visit({ cookie, locale })
      for (const name of ['Challenges', 'Scoreboard']) {
        await open(`/games/${game.id}/${name}`)
        await page.evaluate(() => document.fonts.ready)
        const files = await page.evaluate(() => {
          const named = document.querySelectorAll('[rel=preload][as=font]').length
          const all = performance.getEntriesByType('resource')
          const fetched = all.filter(({ name }) => name.endsWith('.woff2'))
          const styles = all.filter(({ name }) => name.endsWith('.css')) as PerformanceResourceTiming[]
          const styled = Math.max(...styles.map(({ responseEnd }) => responseEnd))
          return {
            named,
            fetched: fetched.map(({ name }) => /([^/]+)-wght/.exec(name)?.[1]).sort(),
            early: fetched.filter(({ startTime }) => startTime < styled).length
          }
        })
        // On a slow line they would compete with the style sheets, for which the first paint waits.
        expect(files).toEqual({ named: 0, fetched: fonts, early: 0 })
      }
    }
  )

  it.each([
    ['Challenges', /scoreboard|projector/],
    ['Scoreboard', /challenges|projector/]
  ])('to %s loads no styles of other pages', async (name, others) => {
    const cookie = await sessionOf(stage.platform, game.teams[0]!.members[0])
    const { page, open } = await stage.visit({ cookie })
    await open(`/games/${game.id}/${name}`)
    const styles = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLLinkElement>('[rel=stylesheet]')].map(({ href }) => href)
    )
    expect(styles.length).toBeGreaterThan(1)
    expect(styles.filter((href) => others.test(href))).toEqual([])
  })

  it('draws names as they are typed', async () => {
    const { page, open } = await stage.visit()
    await open('/')
    const widths = await page.evaluate(async () => {
      await document.fonts.ready
      const width = (text: string) => {
        const box = document.body.appendChild(document.createElement('span'))
        Object.assign(box.style, {
          font: '600 100px "Inter Variable"',
          fontKerning: 'none',
          position: 'absolute'
        })
        box.textContent = text
        return box.getBoundingClientRect().width
      }
      return { name: width('10x0'), letters: [...'10x0'].reduce((sum, letter) => sum + width(letter), 0) }
    })
    // A multiplication sign is wider than the letter.
    expect(widths.name).toBeCloseTo(widths.letters, 0)
  })

  it('has the name of every script in the page, so that none waits for another', async () => {
    const { page, open } = await stage.visit({
      cookie: await sessionOf(stage.platform, game.teams[0]!.members[0])
    })
    await open(`/games/${game.id}/Scoreboard`)
    const unnamed = await page.evaluate(() => {
      const named = document.querySelectorAll<HTMLLinkElement | HTMLScriptElement>(
        '[rel=modulepreload],script[src]'
      )
      const known = [...named].map((one) => ('href' in one ? one.href : one.src))
      const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))
      return scripts.map(({ name }) => name).filter((name) => !known.includes(name))
    })
    expect(unnamed).toEqual([])
  })
})
