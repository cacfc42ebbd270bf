import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { PHONE } from '../support/browser/browser'
import { openBrowserSuite, SCRIPT_MODES } from '../support/browser/browser-suite'

const stage = openBrowserSuite()

/** The page's scheme by attribute, and its background once the styles are loaded. */
async function schemeOf(page: Page) {
  await page.waitForLoadState()
  return page.evaluate(() => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d')!
    canvas.fillStyle = getComputedStyle(document.documentElement).backgroundColor
    canvas.fillRect(0, 0, 1, 1)
    const [red = 0] = canvas.getImageData(0, 0, 1, 1).data
    return [document.documentElement.dataset.theme, red < 128 ? 'dark' : 'light']
  })
}

const langOf = (page: Page) => page.locator('html').getAttribute('lang')
async function brandOf(page: Page) {
  await page.waitForLoadState()
  return page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--brand').trim())
}
const kept = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)

describe.each(SCRIPT_MODES)('scheme, %s', (_, options) => {
  it('is dark until a form makes it light, and stays so', async () => {
    const { page, open, where, faults } = await stage.visit(options)
    await open('/games?page=1')
    expect(await schemeOf(page)).toEqual(['dark', 'dark'])
    await page.getByRole('button', { name: 'Switch to light mode' }).click()
    await page.locator('html[data-theme=light]').waitFor()
    expect(await schemeOf(page)).toEqual(['light', 'light'])
    expect(where()).toBe('/games?page=1')
    await open('/About')
    expect(await schemeOf(page)).toEqual(['light', 'light'])
    expect(faults).toEqual([])
  })
})

const contrasts = (page: Page, pairs: string[][]) =>
  page.evaluate((all) => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d')!
    const luminance = (token: string) => {
      // A new element each time, because a change of colour would have a transition.
      const probe = document.body.appendChild(document.createElement('i'))
      probe.style.color = `var(--${token})`
      canvas.fillStyle = getComputedStyle(probe).color
      canvas.fillRect(0, 0, 1, 1)
      const [red, green, blue] = [...canvas.getImageData(0, 0, 1, 1).data].map((byte) => {
        const part = byte / 255
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
    }
    return all.map(([one, other]) => {
      const [dark, light] = [luminance(one!), luminance(other!)].sort((a, b) => a - b)
      return { pair: `${one} on ${other}`, ratio: (light! + 0.05) / (dark! + 0.05) }
    })
  }, pairs)

it.each(['dark', 'light'] as const)('controls and cards have visible edges, %s', async (scheme) => {
  const { page, open } = await stage.visit({ scheme })
  await open('/About')
  const surfaces = ['bg', 'surface', 'surface-2', 'surface-3', 'field', 'well', 'overlay']
  const controls = await contrasts(
    page,
    surfaces.map((surface) => ['line-control', surface])
  )
  // WCAG 2.2, 1.4.11.
  expect(controls.filter(({ ratio }) => ratio < 3)).toEqual([])
  const cards = await contrasts(page, [
    ['edge', 'bg'],
    ['edge', 'surface']
  ])
  expect(cards.filter(({ ratio }) => ratio < 1.2)).toEqual([])
})

it('the wrong scheme is never painted first', async () => {
  const { context, page, open } = await stage.visit({ scheme: 'light' })
  await context.addInitScript(() => {
    const seen: (string | undefined)[] = []
    Object.assign(window, { seen })
    const look = () => seen.push(document.documentElement?.dataset.theme)
    new MutationObserver(look).observe(document, {
      attributes: true,
      subtree: true,
      attributeFilter: ['data-theme']
    })
    document.addEventListener('DOMContentLoaded', look)
  })
  await open('/')
  expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual(['light'])
})

it.each(['/games/#/monitor/Traffic', '/admin/games/#/Writeups'])(
  'tabs that are wider than a phone begin at the current one: %s',
  async (path) => {
    const { id } = await stage.organiser.game()
    const { cookie } = stage.organiser.client
    const { page, open } = await stage.visit({ cookie, size: PHONE, touch: true, locale: 'de-DE' })
    await open(path.replace('#', String(id)))
    const tab = page.locator(':is(.tabs, .segmented) > [aria-current]').last()
    await expect
      .poll(async () => {
        const { x, width } = (await tab.boundingBox())!
        return x >= 0 && x + width <= PHONE.width
      })
      .toBe(true)
  }
)

it('a choice that only local storage has is restored', async () => {
  const { context, page, open, where } = await stage.visit()
  await open('/games')
  await page.evaluate(() => {
    localStorage.setItem('theme', 'light')
    localStorage.setItem('language', 'zh-CN')
    localStorage.setItem('custom-theme', '{"provider":"Custom","color":"#ff8800"}')
  })
  await context.clearCookies()
  await page.reload()
  await page.locator('html[data-theme=light][lang=zh-cn]').waitFor()
  expect(where()).toBe('/games')
  expect(await brandOf(page)).toBe('#ff8800')
  await expect.poll(() => kept(page, 'language')).toBe('zh-CN')
})

describe.each(SCRIPT_MODES)("a colour of one's own, %s", (_, options) => {
  it('is kept by this browser alone, and an invalid one changes nothing', async () => {
    const { client } = await stage.organiser.player()
    const { context, page, open, faults } = await stage.visit({ ...options, cookie: client.cookie })
    await open('/account/Profile')
    expect(await brandOf(page)).toBe('#22b8b0')
    await page.getByLabel('Custom').check()
    await page.getByLabel('Colour', { exact: true }).fill('#FF8800')
    await page.getByRole('button', { name: 'Save palette' }).click()
    await page.getByText('Palette saved.').waitFor()
    expect(await brandOf(page)).toBe('#ff8800')
    expect(await page.getByLabel('Custom').isChecked()).toBe(true)
    if (options.javaScript !== false)
      expect(JSON.parse((await kept(page, 'custom-theme'))!)).toEqual({
        provider: 'Custom',
        color: '#FF8800'
      })

    await page.getByLabel('Colour', { exact: true }).fill('orange')
    await page
      .locator('form:has([name=color])')
      .evaluate((form: HTMLFormElement) => form.setAttribute('novalidate', ''))
    await page.getByRole('button', { name: 'Save palette' }).click()
    await page.locator('[name=color][aria-invalid=true]').waitFor()
    expect(await page.getByLabel('Colour', { exact: true }).inputValue()).toBe('orange')
    expect(await brandOf(page)).toBe('#ff8800')

    await page.locator('summary.account').click()
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.getByText('You are logged out.').waitFor()
    expect(await brandOf(page)).toBe('#ff8800')
    const other = await stage.visit()
    await other.open('/')
    expect(await brandOf(other.page)).toBe('#22b8b0')
    expect(await other.page.getByText('You are logged out.').count()).toBe(0)
    await page.reload()
    expect(await page.getByText('You are logged out.').count()).toBe(0)
    expect(faults.filter((fault) => !fault.includes('400'))).toEqual([])
    await context.close()
  })
})

describe.each(SCRIPT_MODES)('language, %s', (_, options) => {
  it('changes by the menu, which asks first for machine translations', async () => {
    const { context, page, open, where, faults } = await stage.visit(options)
    const choose = async (name: string) => {
      await page.locator('summary:has(+ .lang)').click()
      await page.getByRole('button', { name }).click()
    }
    await open('/games?page=1')
    expect(await langOf(page)).toBe('en-us')
    await choose('简体中文')
    await page.locator('html[lang=zh-cn]').waitFor()
    expect(where()).toBe('/games?page=1')
    await page.getByRole('heading', { level: 1, name: /\p{Script=Han}/u }).waitFor()
    if (options.javaScript !== false) await expect.poll(() => kept(page, 'language')).toBe('zh-CN')

    await choose('English')
    await page.locator('html[lang=en-us]').waitFor()
    await choose('Deutsch')
    await page.getByRole('heading', { name: 'Machine Translation' }).waitFor()
    await page.getByText('This translation is done by machine and AIs, it may not be accurate.').waitFor()
    await page.getByRole('button', { name: 'Switch to English' }).click()
    await page.getByRole('heading', { level: 1, name: 'Games' }).waitFor()
    expect([await langOf(page), where()]).toEqual(['en-us', '/games?page=1'])

    await choose('Français')
    const question = page.locator('.ask')
    await question.getByRole('heading', { name: 'Machine Translation' }).waitFor()
    expect(await page.getByRole('dialog', { name: 'Machine Translation' }).count()).toBe(
      options.javaScript === false ? 0 : 1
    )
    if (options.javaScript !== false) {
      const { width, height } = page.viewportSize()!
      const scrim = await page.getByRole('dialog', { name: 'Machine Translation' }).boundingBox()
      expect(scrim, 'covers the page').toEqual({ x: 0, y: 0, width, height })
    }
    await question.getByRole('button', { name: 'Confirm' }).click()
    await page.locator('html[lang=fr-fr]').waitFor()
    expect(where()).toBe('/games?page=1')

    await choose('Русский')
    await page.locator('html[lang=ru-ru]').waitFor()
    expect(where()).toBe('/games?page=1')
    expect(faults).toEqual([])
    await context.close()
  })
})

it('the language is that of the browser, else English', async () => {
  const asked = { 'zh-CN': 'zh-cn', 'zh-HK': 'zh-tw', ja: 'ja-jp', 'pt-BR': 'en-us' }
  for (const [locale, lang] of Object.entries(asked)) {
    const { context, page, open } = await stage.visit({ locale })
    await open('/')
    expect([locale, await langOf(page)]).toEqual([locale, lang])
    await open('/?lang=ko-KR')
    expect(await langOf(page)).toBe('ko-kr')
    await open('/games')
    expect(await langOf(page), 'the next page remembers it').toBe('ko-kr')
    await context.close()
  }
})
