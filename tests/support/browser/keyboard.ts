import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'

const MOST_STOPS = 60

const isFocused = (target: Locator) =>
  target.evaluate((element) => element === document.activeElement).catch(() => false)

/** What has the focus shows it: by an outline, of its own or of what it stands in. */
const focusShows = (page: Page) =>
  page.evaluate(() => {
    for (let at = document.activeElement; at && at !== document.body; at = at.parentElement) {
      const { outlineStyle, outlineWidth } = getComputedStyle(at)
      if (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) return true
    }
    return false
  })

/** Presses Tab until something has the focus; every stop on the way must show that it has it. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stops = 0; stops < MOST_STOPS; stops++) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 120))
    expect(await focusShows(page), `focus shows at ${stop}`).toBe(true)
    if (await isFocused(target)) return
  }
  throw new Error(`${target} was not reached by ${MOST_STOPS} tabs`)
}

/** Waits until something has the focus. */
export const focused = (target: Locator) => expect.poll(() => isFocused(target)).toBe(true)
