import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '~/server/platform/time'
import { violations } from '../../support/browser/browser'
import { openBrowserSuite, SCRIPT_MODES } from '../../support/browser/browser-suite'
import { tag } from '../../support/games/organiser'

const stage = openBrowserSuite(undefined, { jobs: true })

describe.each(SCRIPT_MODES)('an organiser %s', (_, options) => {
  it('imports users: sees faults, corrects them, follows the job and saves the passwords', async () => {
    const name = tag().slice(0, 8)
    const { page, open, faults } = await stage.visit({ ...options, cookie: stage.organiser.client.cookie })
    const lines = (game: string) => [
      'userName,email,teamName,game',
      `${name}a,${name}a@i.example,Crew ${name},${game}`,
      `${name}b,${name}b@i.example,,`
    ]
    const game = await stage.organiser.game({
      title: `Imported ${name}`,
      startsIn: HOUR_MS,
      endsIn: 7_200_000
    })

    await open('/admin/Users')
    await page.getByRole('link', { name: 'Import users' }).click()
    const form = page.getByRole('region', { name: 'Upload or paste' })
    await form.getByLabel('Or paste lines').fill(lines('Nowhere Cup').join('\n'))
    await form.getByRole('button', { name: 'Check' }).click()
    await page.getByText('Invalid lines: 1 of 2.').first().waitFor()
    expect(await page.getByRole('row', { name: `${name}a` }).textContent()).toContain('game')
    faults.splice(0)

    await form.locator('input[type=file]').setInputFiles({
      name: 'crew.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(lines(`Imported ${name}`).join('\r\n'))
    })
    await form.getByRole('button', { name: 'Check' }).click()
    await page.getByText('All lines are valid. Users: 2. New teams: 1.').waitFor()
    if (options.javaScript !== false) expect(await violations(page)).toEqual([])
    await page.getByRole('switch', { name: 'Accept teams at once' }).check()
    await page.getByRole('button', { name: 'Start import' }).click()
    await page.getByText(/of 2/).first().waitFor()
    const look = async () => {
      // Without script the page has to be loaded again by hand.
      if (options.javaScript === false && (await page.getByRole('link', { name: 'Refresh' }).isVisible()))
        await page.getByRole('link', { name: 'Refresh' }).click()
      return page.getByText('Generated passwords: 2').isVisible()
    }
    await expect.poll(look, { timeout: 30_000 }).toBe(true)

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download result' }).click()
    ])
    const [head, first] = (await readFile(await file.path(), 'utf8')).split('\r\n')
    expect(head).toContain('password')
    const [, user, email, password, team] = first!.split(',')
    expect([user, email, team]).toEqual([`${name}a`, `${name}a@i.example`, `Crew ${name}`])
    expect(password!.length).toBeGreaterThan(15)
    const { status } = await stage.organiser.client.call('GET', `/admin/games/${game.id}/Review?q=${name}`)
    expect(status).toBe(200)
    await page.reload()
    expect(await page.getByText('Generated passwords').count()).toBe(0)
    expect(faults).toEqual([])
  })
})
