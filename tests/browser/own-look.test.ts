import { beforeAll, describe, expect, it } from 'vitest'
import { PHONE, violations } from '../support/browser/browser'
import { openBrowserSuite } from '../support/browser/browser-suite'

const stage = openBrowserSuite()

const PALETTE = {
  light: { page: '#f7efe2', bar: '#fffaf2', surface: '#fffdf8', raised: '#faf3e8', accent: '#b4541e' },
  dark: {
    ...{ page: '#120d1c', bar: '#150f22', surface: '#1a1329', raised: '#221935' },
    ...{ strong: '#2b2042', sunken: '#0d0915', accent: '#c060ff' }
  }
}

let game: number
let player: string
beforeAll(async () => {
  const { organiser } = stage
  const open = await organiser.game({
    challenges: [{ title: 'Reef', content: 'Look `below` the **keel**.' }]
  })
  game = open.id
  player = (await organiser.player(open)).client.cookie
  await organiser.client.ok('PUT', '/api/admin/appearance', {
    ...PALETTE,
    home: { any: '## Ahoy\n\nRead the [rules](/posts).' },
    footer: { any: 'By the **harbour**.' },
    css: '.home-block { border-inline-start: 4px solid var(--accent) }\nmain { letter-spacing: 0.01em }'
  })
})

const colourOf = (selector: string) =>
  `(() => { const box = document.querySelector('${selector}'); const canvas = new OffscreenCanvas(1, 1).getContext('2d');
    canvas.fillStyle = getComputedStyle(box).backgroundColor; canvas.fillRect(0, 0, 1, 1);
    return '#' + [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map((n) => n.toString(16).padStart(2, '0')).join('') })()`

describe.each(['dark', 'light'] as const)('a platform with colours and CSS of its own, %s', (scheme) => {
  it('stays readable on the home page, the board and in dialogs, at both sizes', async () => {
    const { page, open, faults } = await stage.visit({ scheme, cookie: player })
    for (const path of ['/', `/games/${game}/Scoreboard`, `/games/${game}/Challenges`, `/games/${game}`]) {
      await page.setViewportSize({ width: 1440, height: 1000 })
      await open(path)
      if (path.endsWith('Challenges')) {
        await page.locator('a.chal').first().click()
        await page.locator('dialog .prose').waitFor()
      }
      expect([path, await page.evaluate(colourOf('html'))]).toEqual([path, PALETTE[scheme].page])
      expect([path, await violations(page)]).toEqual([path, []])
      await page.setViewportSize(PHONE)
      expect([path, await violations(page, ['color-contrast'])]).toEqual([path, []])
    }
    // Everything came by files that the content policy lets in.
    expect(faults).toEqual([])
  })
})

describe('the page of the appearance', () => {
  it('shows both schemes of a draft in their own colours, without script', async () => {
    const { page, open, faults } = await stage.visit({
      javaScript: false,
      cookie: stage.organiser.client.cookie
    })
    await open('/admin/Appearance')
    await page.locator('[name="light.sunken"]').fill('#ffeedd')
    await page.locator('[name="dark.accent"]').fill('#00aa44')
    await page.getByRole('button', { name: 'Show preview' }).click()
    await page.waitForLoadState()
    const boxes = ['light', 'dark'].map((look) => `.look-${look}`)
    for (const [box, part, colour] of [
      [boxes[0], '', PALETTE.light.page],
      [boxes[0], ' .look-field', '#ffeedd'],
      [boxes[0], ' .look-card', PALETTE.light.surface],
      [boxes[1], '', PALETTE.dark.page],
      [boxes[1], ' .look-field', PALETTE.dark.sunken]
    ] as const)
      expect([box, part, await page.evaluate(colourOf(`${box}${part}`))]).toEqual([box, part, colour])
    // The accents differ, each from its own hue.
    const buttons = await Promise.all(boxes.map((box) => page.evaluate(colourOf(`${box} .btn.primary`))))
    expect(new Set([...buttons, await page.evaluate(colourOf('form > .row .btn.primary'))]).size).toBe(3)
    expect(faults).toEqual([])
    expect(await page.locator('[name="light.sunken"]').inputValue()).toBe('#ffeedd')
  })
})
