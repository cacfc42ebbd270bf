import type { Page } from 'playwright'

/** True if a field is a widget; without script it is native. */

const scripted = (page: Page, selector: string) =>
  page.locator(`${selector}[hidden], [hidden] ${selector}`).count()

/** Types a UTC time such as `2026-11-20T09:00` into the start or end of a game, in parts if the field has them. */
export const setTime = (page: Page, name: 'start' | 'end', time: string) =>
  setMoment(page, { name, label: name === 'start' ? 'Start' : 'End' }, time)

/** The same into a field for a moment. */
export async function setMoment(page: Page, field: { name: string; label: string | RegExp }, time: string) {
  const native = page.locator(`input[name=${field.name}][type=datetime-local]`)
  if (!(await scripted(page, `input[name=${field.name}][type=datetime-local]`))) return native.fill(time)
  const [year = '', month = '', day = '', hour = '', minute = ''] = time.split(/\D/)
  const group = page.getByRole('group', { name: field.label, exact: true })
  const part = (name: string) => group.getByRole('spinbutton', { name: new RegExp(`^${name}`, 'i') })
  await part('month').focus()
  // A full part moves the focus to the next.
  await page.keyboard.type([month, day, year, hour, minute].join(''))
  if (await part('second').count()) await page.keyboard.type('00')
}

export const timeOf = (page: Page, name: 'start' | 'end') => page.locator(`input[name=${name}]`).inputValue()

/** Chooses an option by its text. */
export async function choose(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByRole('combobox', { name: label, exact: true })
  if ((await field.evaluate(({ tagName }) => tagName)) === 'SELECT') {
    await field.selectOption({ label: text })
    return
  }
  await field.fill(text)
  await page.getByRole('option', { name: text, exact: true }).click()
}

export async function setTags(page: Page, label: string, tags: string[]): Promise<void> {
  const named = { name: label, exact: true }
  // A field with suggestions is a combobox.
  const field = page.getByRole('textbox', named).or(page.getByRole('combobox', named))
  if ((await field.evaluate(({ tagName }) => tagName)) === 'TEXTAREA') return field.fill(tags.join('\n'))
  for (const tag of tags) {
    await field.fill(tag)
    await field.press('Enter')
  }
}

export const tagsOf = async (page: Page, name: string) =>
  (await page.locator(`textarea[name=${name}]`).inputValue()).split('\n').filter(Boolean)
