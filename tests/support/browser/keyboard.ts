import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'

const MAX_STOPS = 60

const isFocused = (target: Locator) =>
  target.evaluate((element) => element === document.activeElement).catch(() => false)

/** True if the focus is visible: an outline of the element or of one around it. */
const focusShows = (page: Page) =>
  page.evaluate(() => {
    for (let at = document.activeElement; at && at !== document.body; at = at.parentElement) {
      const { outlineStyle, outlineWidth } = getComputedStyle(at)
      if (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) return true
    }
    return false
  })

/** Presses Tab until the target has the focus; every stop on the way must show it. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stops = 0; stops < MAX_STOPS; stops++) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 120))
    expect(await focusShows(page), `focus shows at ${stop}`).toBe(true)
    if (await isFocused(target)) return
  }
  throw new Error(`${target} was not reached by ${MAX_STOPS} tabs`)
}

export const focused = (target: Locator) => expect.poll(() => isFocused(target)).toBe(true)
