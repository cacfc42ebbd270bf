import type { Page } from 'playwright'

export const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).first().click()

export const showsText = (page: Page, text: string) => page.getByText(text).first().waitFor()

/** Presses a button, then one in the question that it opens; the same by default. */
export async function confirm(page: Page, name: string, answer = name) {
  await press(page, name)
  await page.getByRole('alertdialog').getByRole('button', { name: answer, exact: true }).click()
}
