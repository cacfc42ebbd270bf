import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { overflow, PHONE, violations } from '../../support/browser/browser'
import { openBrowserSuite, SCRIPT_MODES_AND_PHONE } from '../../support/browser/browser-suite'

const stage = openBrowserSuite()

const FAULTY = 'services:\n  web:\n    image: a:1\n    privileged: true\n    enviroment: { A: b }\n'
const GOOD = `services:
  web:
    image: ctf.example.org/kerberoast/web:1
    environment: { FLAG: "\x24{HALYARD_FLAG}" }
    expose: [8080]
    mem_limit: 256m
  db: { image: "postgres:16", cpus: 0.5 }
`

interface Kept {
  containerCompose: string | null
  containerExposePort: number
  containerOptions: { entry: object; more: object[] }
}

async function challenge() {
  const { client } = stage.organiser
  const game = await stage.organiser.game({ challenges: [] })
  const list = `/api/edit/games/${game.id}/challenges`
  const { id } = await client.ok<{ id: number }>('POST', list, { title: 'Dinner', type: 'DynamicContainer' })
  const kept = () => client.ok<Kept>('GET', `${list}/${id}`)
  return { kept, page: `/admin/games/${game.id}/challenges/${id}/Container` }
}

const organiser = (options: object = {}) => stage.visit({ ...options, cookie: stage.organiser.client.cookie })

const save = (page: Page) =>
  page.getByRole('region', { name: 'Save' }).getByRole('button', { name: 'Save' }).click()

const text = (page: Page) => page.getByRole('textbox', { name: 'Compose file' })

describe.each(SCRIPT_MODES_AND_PHONE)('an organiser %s', (_, options) => {
  it('reads every fault with its line, keeps what was typed, and sees what it becomes', async () => {
    const made = await challenge()
    const { page, open, faults } = await organiser(options)
    await open(made.page)
    await page.getByRole('radio', { name: 'Several containers' }).check()
    expect(await page.getByLabel('Image', { exact: true }).isVisible()).toBe(false)
    await text(page).fill(FAULTY)
    await save(page)
    const first = page.getByRole('link', { name: /^Line 4: privileged containers are not allowed/ })
    await first.waitFor()
    await page
      .getByRole('link', { name: /^Line 5: enviroment is not supported. Did you mean environment\?/ })
      .waitFor()
    expect(await text(page).inputValue()).toBe(FAULTY)
    expect((await made.kept()).containerCompose).toBeNull()
    // axe needs script.
    if (options.javaScript !== false) {
      expect(await violations(page)).toEqual([])
      expect(await overflow(page)).toEqual([])
    }

    await text(page).fill(GOOD)
    await page
      .getByRole('group', { name: /^First endpoint/ })
      .getByLabel('Service')
      .fill('mail')
    await save(page)
    await page.getByText('Service “mail” does not exist. Available services: web, db').waitFor()
    await page
      .getByRole('group', { name: /^First endpoint/ })
      .getByLabel('Service')
      .fill('web')
    const second = page.getByRole('group', { name: 'Endpoint 2' })
    await second.getByLabel('Title').fill('Ledger')
    await second.getByLabel('Service').fill('dbb')
    await second.getByLabel('Port').fill('5432')
    await save(page)
    await second.getByText('Service “dbb” does not exist. Available services: web, db').waitFor()
    expect(await page.getByText(/^Service “/).count()).toBe(1)
    await second.getByLabel('Service').fill('db')
    await save(page)
    await page.getByText('Saved.', { exact: true }).waitFor()
    const row = page.getByRole('row', { name: /^web/ })
    expect(await row.textContent()).toMatch(/Gets the flag[\s\S]*256 MiB[\s\S]*8080/)
    expect(await page.getByRole('row', { name: /^Total/ }).textContent()).toMatch(/384 MiB\s*0\.6/)
    const limit = (name: RegExp) => page.getByRole('row', { name }).textContent()
    expect(await limit(/^Memory/)).toMatch(/web 256 MiB\s*db 128 MiB\s*384 MiB in total/)
    expect(await limit(/^Processes/)).toMatch(/512 in total/)
    expect(await page.locator('[name=memoryLimit]').isVisible()).toBe(false)
    expect(await made.kept()).toMatchObject({
      containerCompose: GOOD,
      containerOptions: {
        entry: { service: 'web' },
        more: [{ title: 'Ledger', service: 'db', port: 5432, protocol: 'tcp' }]
      }
    })

    await page.getByRole('radio', { name: 'One image' }).check()
    expect(await page.locator('[name=memoryLimit]').isVisible()).toBe(true)
    await save(page)
    await page.getByText('Saved.', { exact: true }).waitFor()
    await expect.poll(async () => (await made.kept()).containerCompose).toBeNull()
    expect(faults.filter((fault) => !/400|\/logs|503/.test(fault))).toEqual([])
  })
})

it('the text is checked while it is typed, and a fault leads to its line', async () => {
  const made = await challenge()
  const { page, open } = await organiser()
  await open(made.page)
  await page.getByRole('radio', { name: 'Several containers' }).check()
  await text(page).fill(FAULTY)
  await page.getByRole('link', { name: /^Line 5:/ }).click()
  const caret = () =>
    text(page).evaluate((field: HTMLTextAreaElement) => [
      document.activeElement === field,
      field.value.slice(field.selectionStart).split('\n')[0]
    ])
  await expect.poll(caret).toEqual([true, 'enviroment: { A: b }'])
  await text(page).fill(GOOD)
  await page.getByText('No problems').waitFor()
  await page.getByRole('row', { name: /^db/ }).waitFor()
  expect((await made.kept()).containerCompose).toBeNull()
})

it.each(['dark', 'light'] as const)('the editor is readable in %s, wide and narrow', async (scheme) => {
  const made = await challenge()
  const { page, open } = await organiser({ scheme })
  await open(made.page)
  await page.getByRole('radio', { name: 'Several containers' }).check()
  await text(page).fill(GOOD)
  await save(page)
  await page.getByText('Saved.', { exact: true }).waitFor()
  for (const size of [undefined, PHONE]) {
    const visit = await organiser({ scheme, ...(size && { size, touch: true }) })
    await visit.open(made.page)
    await visit.page.getByText('Result').waitFor()
    expect(await violations(visit.page)).toEqual([])
    expect(await overflow(visit.page)).toEqual([])
  }
})
