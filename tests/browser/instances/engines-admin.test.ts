import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '~/server/platform/time'
import { overflow, violations } from '../../support/browser/browser'
import { openBrowserSuite, SCRIPT_MODES, SCRIPT_MODES_AND_PHONE } from '../../support/browser/browser-suite'
import { addEngine } from '../../support/instances/instance-rows'

// Entry by port, as with an engine on another machine.
const stage = openBrowserSuite({ INSTANCE_DOMAIN: 'none' })

const guardReport = (through: string[]) =>
  JSON.stringify({
    at: Date.now() - 120_000,
    guarded: through.length === 0,
    error: null,
    checks: ['gateway', 'postgres', 'metadata'].map((name) => {
      const ok = !through.includes(name)
      return { name, target: '10.0.4.11:5432', result: ok ? 'blocked' : 'reached', ms: ok ? null : 2, ok }
    })
  })

const db = () => stage.platform.stores.db
const visit = (options = {}) => stage.visit({ ...options, cookie: stage.organiser.client.cookie })

describe('before there is an engine', () => {
  it.each(SCRIPT_MODES_AND_PHONE)('both pages show what to do, %s', async (_, options) => {
    const { page, open, faults } = await visit(options)
    expect(await open('/admin/Engines')).toBe(200)
    await page.getByText('No container engine').waitFor()
    expect(await page.getByText('DOCKER_HOST').isVisible()).toBe(true)
    expect(await open('/admin/Instances')).toBe(200)
    await page.getByText('No container engine').waitFor()
    await page.getByText('No instances running').waitFor()
    if (options.javaScript !== false) expect(await violations(page)).toEqual([])
    expect(await overflow(page)).toEqual([])
    expect(faults).toEqual([])
  })
})

describe.each(SCRIPT_MODES)('engines %s', (_, options) => {
  it('are drained, tested and enabled against a failed test, with a reason', async () => {
    const address = `tcp://10.0.4.12:${Math.floor(Math.random() * MINUTE_MS)}`
    const id = await addEngine(db(), {
      address,
      guard: 'unguarded',
      guard_report: guardReport(['postgres'])
    })
    const stored = async () => {
      const { rows } = await db().pool.query(
        `SELECT draining, test_due_at <= now() AS due, accepted_reason AS reason FROM engines WHERE id = $1`,
        [id]
      )
      return rows[0]
    }
    const { page, open, faults } = await visit(options)
    await open('/admin/Engines')
    const card = page.locator(`#engine-${id}`)
    expect(await card.locator('.through').textContent()).toContain('Postgres 10.0.4.11:5432')
    expect(await card.locator('.through li').count()).toBe(1)
    await card.getByText('Firewall rules to install').click()
    expect(await card.locator('pre').textContent()).toContain('HALYARD-INPUT')

    await card.getByText('Use without isolation…').click()
    await card.getByLabel('Reason').fill('A LAN without players')
    await card.getByRole('checkbox').check()
    await card.getByRole('button', { name: 'Use without isolation' }).click()
    await page.getByText('The engine is now used without isolation.').waitFor()
    expect(await stored()).toMatchObject({ reason: 'A LAN without players' })
    await card.getByText('A LAN without players').waitFor()
    await card.getByRole('button', { name: 'Stop using it' }).click()
    await page.getByText('The engine is no longer used.').waitFor()
    expect(await stored()).toMatchObject({ reason: null })

    await card.getByRole('button', { name: 'Drain' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Drain' }).click()
    await page.getByText('The engine takes no new instances.').waitFor()
    expect(await stored()).toMatchObject({ draining: true, due: false })
    await card.getByRole('button', { name: 'Resume' }).click()
    await page.getByText('The engine takes new instances again.').waitFor()
    await card.getByRole('button', { name: 'Test again' }).click()
    await page.getByText('The self-test starts in a moment.').waitFor()
    expect(await stored()).toMatchObject({ draining: false, due: true })
    if (options.javaScript !== false) expect(await violations(page)).toEqual([])
    expect(faults).toEqual([])
  })

  it('have registries, whose passwords are shown to nobody', async () => {
    const host = `registry${Math.floor(Math.random() * 1e6)}.example.org`
    const { page, open, faults } = await visit(options)
    await open('/admin/Engines')
    const panel = page.locator('#registries')
    await panel.getByLabel('Registry').fill('not a host!')
    await panel.getByLabel('Username').fill('puller')
    await panel.getByLabel('Password or token').fill('hoist it')
    await panel.getByRole('button', { name: 'Save login' }).click()
    await panel.locator('[aria-invalid=true]').waitFor()
    expect(await panel.getByLabel('Password or token').inputValue()).toBe('')
    await panel.getByLabel('Registry').fill(host)
    await panel.getByLabel('Password or token').fill('hoist it')
    await panel.getByRole('button', { name: 'Save login' }).click()
    await page.getByText(`Login for ${host} saved.`).waitFor()
    expect(await page.content()).not.toContain('hoist it')
    await panel.getByRole('button', { name: `Remove the login for ${host}` }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText(`Login for ${host} removed.`).waitFor()
    expect(faults.filter((fault) => !fault.includes('400'))).toEqual([])
  })
})
