import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { hydrated, type VisitorOptions, violations } from '../../support/browser/browser'
import { openBrowserSuite, SCRIPT_MODES } from '../../support/browser/browser-suite'
import { choose as chooseOne } from '../../support/browser/widgets'
import { zipOf } from '../../support/files/archives'
import { tag } from '../../support/games/organiser'

const stage = openBrowserSuite()

const visit = (options: VisitorOptions) => stage.visit({ ...options, cookie: stage.organiser.client.cookie })
const choose = (page: Page, name: string, buffer: Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/zip', buffer })

describe.each(SCRIPT_MODES)('an administrator %s', (_, options) => {
  it('sees what an archive contains, then creates it', async () => {
    const title = `Harbour ${tag()}`
    const archive = await zipOf({
      'crypto/a/challenge.yml': 'name: Sheet bend\nvalue: 200\nflags: ["flag{a}"]\nfiles: [x]',
      'crypto/a/x': title,
      'web/b/challenge.yml': 'name: Loose end\nvalue: 1\nflags: []'
    })
    const { page, open, where, faults } = await visit(options)
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    await open('/admin/games/import')
    await choose(page, 'broken.zip', Buffer.from('no archive'))
    await press('Check')
    await page.getByText('This is not a complete ZIP archive.').waitFor()
    // The browser reports the reply itself.
    faults.splice(0)

    await choose(page, 'cup.zip', archive)
    await press('Check')
    const made = page.getByRole('row', { name: 'Sheet bend' })
    expect(await made.textContent()).toContain('crypto/a/challenge.yml')
    const left = await page.getByRole('row', { name: 'Loose end' }).textContent()
    expect(left).toContain('web/b/challenge.yml')
    expect(left).toContain('It has no flag.')
    if (options.javaScript !== false) expect(await violations(page)).toEqual([])
    await page.getByLabel('Title of the new game').fill(title)
    await press('Import')
    await page.getByText(`${title} imported:`).waitFor()
    const id = Number(/\d+/.exec(where())![0])
    const list = await stage.organiser.client.ok<{ title: string }[]>(
      'GET',
      `/api/edit/games/${id}/challenges`
    )
    expect(list.map((one) => one.title)).toEqual(['Sheet bend'])

    await page.locator('.page-head').getByRole('link', { name: 'Export' }).click()
    await page.getByLabel('Tickets, too').check()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export', exact: true }).click()
    ])
    expect(download.suggestedFilename()).toBe(`${title}.zip`)
    expect(download.url()).toMatch(/\/export\?tickets=true$/)
    expect(faults).toEqual([])
  })

  it('sees why an archive cannot be imported, and creates nothing', async () => {
    const archive = await zipOf({ 'web/b/challenge.yml': `name: Loose ${tag()}\nvalue: 1\nflags: []` })
    const { page, open, where } = await visit(options)
    await open('/admin/games/import')
    await choose(page, 'none.zip', archive)
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await page.getByText('It has no flag.').waitFor()
    expect(await page.getByRole('button', { name: 'Import', exact: true }).count()).toBe(0)
    const { url } = stage.platform
    const sent = await fetch(url + where(), {
      method: 'POST',
      redirect: 'manual',
      headers: { Cookie: stage.organiser.client.cookie },
      body: new URLSearchParams([['intent', 'import'], ...new URLSearchParams(where().split('?')[1])])
    })
    expect([sent.status, sent.headers.get('location')]).toEqual([303, where()])
  })

  it('compares an archive with an existing game, and updates what is ticked', async () => {
    const title = `Pier ${tag()}`
    const { id } = await stage.organiser.game({ title })
    const { client } = stage.organiser
    const folders = (flag: string, text: string) => ({
      'web/a/challenge.yml': `name: Anchor\nvalue: 100\ndescription: ${text}\nflags: ["${flag}"]`,
      'web/b/challenge.yml': `name: Buoy\nvalue: 100\ndescription: ${text}\nflags: ["${flag}"]`
    })
    const { page, open, where, faults } = await visit(options)
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    const bring = async (files: Record<string, string>, tick: string[]) => {
      await open('/admin/games/import')
      await choose(page, 'pier.zip', await zipOf(files))
      await press('Check')
      await page.getByRole('button', { name: 'Compare' }).waitFor()
      if (options.javaScript !== false) await hydrated(page)
      await chooseOne(page, 'Import into', title)
      await press('Compare')
      await page.waitForURL(new RegExp(`game=${id}`))
      for (const one of tick) await page.getByRole('checkbox', { name: `Update ${one}` }).check()
      if (options.javaScript !== false) expect(await violations(page)).toEqual([])
      await press('Import')
      await page.getByText(`${title} imported:`).waitFor()
      expect(where()).toContain(`/admin/games/${id}/Info`)
    }
    await bring(folders('flag{one}', 'First text'), [])
    await bring(folders('flag{two}', 'Second text'), ['Anchor'])
    type Listed = { id: number; title: string }[]
    const list = await client.ok<Listed>('GET', `/api/edit/games/${id}/challenges`)
    const flags = await Promise.all(
      list
        .filter((one) => one.title !== 'Warm up')
        .map(async (one) => {
          const path = `/api/edit/games/${id}/challenges/${one.id}`
          const { flags } = await client.ok<{ flags: { flag: string }[] }>('GET', path)
          return [one.title, ...flags.map(({ flag }) => flag)]
        })
    )
    expect(flags.sort()).toEqual([
      ['Anchor', 'flag{two}'],
      ['Buoy', 'flag{one}']
    ])
    expect(faults).toEqual([])
  })

  it('gives placeholders a value in all descriptions', async () => {
    const title = `Lock ${tag()}`
    const archive = await zipOf({
      'web/a/challenge.yml': 'name: Sluice\nvalue: 1\nflags: [f]\nconnection_info: nc {{host}} {{port}}',
      'web/b/challenge.yml': 'name: Weir\nvalue: 1\nflags: [f]\ndescription: See {{host}}'
    })
    const { page, open, where, faults } = await visit(options)
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    await open('/admin/games/import')
    await choose(page, 'lock.zip', archive)
    await press('Check')
    await page.getByLabel('HOST · 2 challenges').fill('lock.example.org')
    await press('Preview with values')
    await page.waitForURL(/put/)
    expect(await page.getByLabel('HOST · 2 challenges').inputValue()).toBe('lock.example.org')
    expect(await page.getByRole('row', { name: 'Weir' }).textContent()).not.toContain('HOST')
    if (options.javaScript !== false) expect(await violations(page)).toEqual([])
    await page.getByLabel('Title of the new game').fill(title)
    await press('Import')
    await page.getByText(`${title} imported:`).waitFor()
    // PORT was left: the page that finds and replaces is next.
    expect(where()).toMatch(/\/challenges\/Replace\?find=PORT$/)
    expect(await page.getByRole('textbox', { name: 'Find' }).inputValue()).toBe('PORT')
    const path = `/api/edit/games/${Number(/\d+/.exec(where())![0])}/challenges`
    const { client } = stage.organiser
    const list = await client.ok<{ id: number }[]>('GET', path)
    const texts = await Promise.all(
      list.map(async ({ id }) => (await client.ok<{ content: string }>('GET', `${path}/${id}`)).content)
    )
    expect(texts).toEqual(['`nc lock.example.org PORT`', 'See lock.example.org'])
    expect(faults).toEqual([])
  })

  it('stores a file, finds it and deletes it', async () => {
    const name = `chart ${tag()}.txt`
    const { page, open, faults } = await visit(options)
    await open('/admin/Files')
    await page
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })
    await page.getByRole('button', { name: 'Upload' }).click()
    await page.getByRole('link', { name: `Download ${name}` }).waitFor()
    await open(`/admin/Files?q=${encodeURIComponent(name)}`)
    expect(await page.getByRole('rowheader').count()).toBe(1)
    await page.getByRole('button', { name: `Delete ${name}` }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('link', { name: 'Show all' }).waitFor()
    expect(await page.getByRole('rowheader').count()).toBe(0)
    expect(faults).toEqual([])
  })

  it('reads all of it in the log and the audit', async () => {
    const title = `Quay ${tag()}`
    const { id } = await stage.organiser.game({ title })
    await stage.organiser.client.ok('DELETE', `/api/edit/games/${id}`)
    const { page, open, faults } = await visit(options)
    await open('/admin/Logs')
    await page.getByRole('link', { name: 'Warning', exact: true }).click()
    await page.waitForURL(/level=Warning/)
    await page.getByRole('link', { name: 'Audit' }).click()
    await page.waitForURL(/Audit/)
    if (options.javaScript !== false) await hydrated(page)
    await chooseOne(page, 'Action', 'Game deleted')
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.waitForURL(/action=game_deleted/)
    expect(await page.getByRole('row').filter({ hasText: title }).count()).toBe(1)
    expect(faults).toEqual([])
  })
})
