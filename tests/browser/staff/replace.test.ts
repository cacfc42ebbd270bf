import { expect, it } from 'vitest'
import { violations } from '../../support/browser/browser'
import { openBrowserSuite, SCRIPT_MODES_AND_PHONE } from '../../support/browser/browser-suite'

const stage = openBrowserSuite()

it.each(SCRIPT_MODES_AND_PHONE)(
  'a text of an import is found in all descriptions and replaced where it is ticked, %s',
  async (_, options) => {
    const game = await stage.organiser.game({
      challenges: [{ title: 'Bail' }, { title: 'Row' }, { title: 'Steer' }]
    })
    const path = `/api/edit/games/${game.id}/challenges`
    const texts = ['nc HOST 1337', 'Ask <b>HOST</b>', 'Your LOCALHOST']
    for (const [place, { id }] of game.challenges.entries())
      await stage.organiser.client.ok('PUT', `${path}/${id}`, { content: texts[place] })
    const { page, open, faults } = await stage.visit({
      ...options,
      cookie: stage.organiser.client.cookie
    })
    await open(`/admin/games/${game.id}/challenges`)
    await page.getByRole('link', { name: 'Find and replace' }).click()
    await page.getByLabel('Find', { exact: true }).fill('HOST')
    await page.getByLabel('Replace with').fill('chal.example.org')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByText('Found 2× in 2 challenges').waitFor()
    expect(await page.locator('.replace-list del').allTextContents()).toEqual(['HOST', 'HOST'])
    expect(await page.locator('.replace-list p').first().textContent()).toBe('nc HOSTchal.example.org 1337')
    if (options.javaScript !== false) expect(await violations(page)).toEqual([])
    await page.getByRole('checkbox', { name: 'Select Row' }).uncheck()
    await page.locator('.replace-list ~ .row').getByRole('button').click()
    await page.getByText('1 changed.').waitFor()
    const contents = await Promise.all(
      game.challenges.map(async ({ id }) => {
        const { content } = await stage.organiser.client.ok<{ content: string }>('GET', `${path}/${id}`)
        return content
      })
    )
    expect(contents).toEqual(['nc chal.example.org 1337', texts[1], texts[2]])
    expect(faults).toEqual([])
  }
)
