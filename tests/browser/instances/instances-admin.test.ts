import type { Page } from 'playwright'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ServiceSpec } from '~/server/compose/contract'
import { answerQuestions } from '~/server/instances'
import { overflow, violations } from '../../support/browser/browser'
import { openBrowserSuite, SCRIPT_MODES, SCRIPT_MODES_AND_PHONE } from '../../support/browser/browser-suite'
import { type PlayedGame, playGame } from '../../support/fixtures'
import { addEngine, addInstance, type RowPlan, SPEC } from '../../support/instances/instance-rows'

// Entry by port, as with an engine on another machine.
const stage = openBrowserSuite({ INSTANCE_DOMAIN: 'none' })
const READY = { state: 'ready', readyAt: -20, expiresAt: 40 } as const

const SERVICE: ServiceSpec = {
  ...{ name: 'web', image: 'web:1', command: null, entrypoint: null, environment: {}, flag: false },
  ...{ dependsOn: [], healthcheck: null, tmpfs: [], volumes: [], readOnly: false, capabilities: [] },
  ...{
    user: null,
    hostname: null,
    workingDir: null,
    memoryMb: 128,
    cpu: 1,
    pids: 256,
    networks: [],
    ports: []
  }
}

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
const rowsOf = (page: Page) => page.locator('tbody tr')
const desired = async (ids: string[]) => {
  const { rows } = await db().pool.query<{ desired: string; reason: string; extensions: number }>(
    'SELECT desired, reason, extensions FROM instances WHERE id = ANY($1::uuid[]) ORDER BY array_position($1::uuid[], id)',
    [ids]
  )
  return rows
}

describe('a fleet', () => {
  let engine: number
  let game: PlayedGame
  const add = (plan: RowPlan) => addInstance(db(), game, { engine, ...plan })

  beforeAll(async () => {
    engine = await addEngine(db(), { guard_report: guardReport([]) })
  })
  /** A game per run, so that the list filtered by it has no other rows. */
  const ownGame = async () => {
    game = await playGame(db(), { teams: 4 })
    return `/admin/Instances?game=${game.id}`
  }

  it.each(SCRIPT_MODES)(
    'several are extended and stopped at once, after a confirmation with numbers, %s',
    async (_, options) => {
      const list = await ownGame()
      const ids = await Promise.all([0, 1, 2].map((team) => add({ ...READY, team })))
      const { page, open, where, faults } = await visit(options)
      await open(list)
      expect(await rowsOf(page).count()).toBe(3)
      const bar = page.locator('.bulk-bar')
      expect(await bar.isVisible()).toBe(false)

      for (const id of ids.slice(0, 2)) await page.locator(`[value="${id}"]`).check()
      expect(await bar.isVisible()).toBe(true)
      await bar.getByRole('button', { name: '+30 min' }).click()
      await page.getByText('2 instances extended by 30 minutes.').waitFor()
      expect((await desired(ids)).map(({ extensions }) => extensions)).toEqual([1, 1, 0])

      for (const id of ids.slice(0, 2)) await page.locator(`[value="${id}"]`).check()
      await bar.getByRole('button', { name: 'Stop…' }).click()
      await page.getByRole('heading', { name: 'Stop 2 instances?' }).waitFor()
      expect(await page.locator('.stop-box').textContent()).toContain('2teams lose an instance')
      expect((await desired(ids)).map((row) => row.desired)).toEqual(['up', 'up', 'up'])
      await page.getByRole('button', { name: 'Stop 2 instances' }).click()
      await page.getByText('Stopping 2 instances.').waitFor()
      expect((await desired(ids)).map((row) => [row.desired, row.reason])).toEqual([
        ['down', 'admin'],
        ['down', 'admin'],
        ['up', null]
      ])
      expect(where()).toBe(list)
      expect(faults).toEqual([])
    }
  )

  it.each(SCRIPT_MODES)(
    'all that match a filter are chosen, not only those of a page, %s',
    async (_, options) => {
      game = await playGame(db(), { teams: 32, challenges: 1 })
      const ids = []
      for (let team = 0; team < 32; team++) ids.push(await add({ ...READY, team }))
      const { page, open } = await visit(options)
      await open(`/admin/Instances?game=${game.id}`)
      expect(await rowsOf(page).count()).toBe(30)
      await page.getByRole('link', { name: 'Select all 32' }).click()
      await page.getByText('All 32 instances of this filter are selected').waitFor()
      await page.locator('.bulk-bar').getByRole('button', { name: 'Stop…' }).click()
      await page.getByRole('button', { name: 'Stop 32 instances' }).click()
      await page.getByText('Stopping 32 instances.').waitFor()
      expect(new Set((await desired(ids)).map((row) => row.desired))).toEqual(new Set(['down']))
    }
  )

  it.each(SCRIPT_MODES)(
    'an instance is found by its team, and opens beside the list, %s',
    async (_, options) => {
      const list = await ownGame()
      const id = await add({ ...READY, team: 1, expiresAt: 5 })
      await add({ ...READY, team: 2 })
      const { page, open, where, faults } = await visit(options)
      await open(list)
      await page.getByRole('searchbox').fill(game.teams[1]!.name)
      await page.getByRole('button', { name: 'Filter' }).click()
      await page.waitForURL(/q=/)
      expect(await rowsOf(page).count()).toBe(1)
      // Its team may extend it now.
      expect(await page.locator('.meter.warn').count()).toBe(1)
      await page.locator(`#open-${id}`).click()
      const drawer = page.getByRole('complementary')
      await drawer.getByText('198.51.100.7:20417').waitFor()
      expect(where()).toContain(`i=${id}`)
      expect(await drawer.getByText('0.5 CPU, 128 MiB memory').count()).toBe(1)
      await drawer.getByRole('button', { name: '+60 min' }).click()
      await page.getByText('1 instance extended by 60 minutes.').waitFor()
      expect(where()).toContain(`i=${id}`)
      await drawer.getByRole('button', { name: 'Stop' }).click()
      const question = page.getByRole('alertdialog')
      expect(await question.textContent()).toContain(`${game.teams[1]!.name} loses this instance.`)
      await question.getByRole('button', { name: 'Stop' }).click()
      await page.getByText('Stopping 1 instance.').waitFor()
      await drawer.getByRole('link', { name: 'Close' }).click()
      await page.getByText('Stopped by an organiser').waitFor()
      expect(faults.filter((fault) => !fault.includes('503'))).toEqual([])
    }
  )

  it.each(SCRIPT_MODES_AND_PHONE)(
    'every container of an instance with several is shown, %s',
    async (_, options) => {
      const list = await ownGame()
      const service = { ...SERVICE, dependsOn: [] }
      const services = [
        { ...service, name: 'db', image: 'postgres:16', memoryMb: 96, capabilities: ['CHOWN'] },
        { ...service, name: 'web', image: 'ctf.example.org/kerberoast/web:1', readOnly: true }
      ]
      const images = services.map(({ image }) => image)
      const spec = { ...SPEC, image: images[1], images, services, memoryMb: 224, cpu: 2 }
      const digest = `sha256:${'c'.repeat(64)}`
      await db().pool.query(
        `INSERT INTO images (engine_id, reference, state, digest) VALUES ($1, 'postgres:16', 'ready', $2)
       ON CONFLICT DO NOTHING`,
        [engine, digest]
      )
      const id = await add({ ...READY, more: { spec: JSON.stringify(spec) } })
      await db().pool.query(`UPDATE instance_endpoints SET service = 'web' WHERE instance_id = $1`, [id])
      const { page, open, faults } = await visit(options)
      await open(`${list}&i=${id}`)
      const shown = page.locator('.drawer .containers > li')
      const texts = (await shown.allTextContents()).map((text) => text.replace(/\s+/g, ' '))
      expect(texts[0]).toMatch(
        /^db ?postgres:16 ?sha256:c{8}…c{4} ?0\.1 CPU, 96 MiB memory, .* writable, CHOWN$/
      )
      expect(texts[1]).toMatch(
        /^web :8080 ?ctf\.example\.org\/kerberoast\/web:1 ?0\.1 CPU, 128 MiB memory, .* read-only$/
      )
      expect(texts).toHaveLength(2)
      // The sum of both.
      expect(await page.locator('.drawer').getByText('0.2 CPU, 224 MiB memory').count()).toBe(1)
      if (options.javaScript !== false) expect(await violations(page)).toEqual([])
      expect(await overflow(page)).toEqual([])
      expect(faults.filter((fault) => !fault.includes('503'))).toEqual([])
    }
  )

  it('an ended instance shows why, its last output and no actions', async () => {
    const list = await ownGame()
    const id = await add({
      state: 'ended',
      readyAt: -30,
      endedAt: -1,
      more: { reason: 'crashed', exit_code: 139, last_log: 'listening\nsegfault' }
    })
    const { page, open, faults } = await visit()
    await open(`${list}&tab=ended&reason=crashed`)
    await page.getByText('The program exited').last().waitFor()
    expect(await page.locator('select[name=reason] option').allTextContents()).toEqual([
      'Any reason',
      'The program exited · 1'
    ])
    expect(await page.locator('nav.tabs [aria-current]').textContent()).toBe('Ended 1')
    await page.locator(`#open-${id}`).click()
    await page.getByText('segfault').waitFor()
    await page.getByText('exit code 139').waitFor()
    expect(await page.getByRole('switch').count()).toBe(0)
    expect(await page.locator('.drawer button').count()).toBe(0)
    expect(await open(`${list}&tab=ended&reason=oom`)).toBe(200)
    await page.getByText('No instances match this filter').waitFor()
    expect(await open(`/admin/Instances?i=${'0'.repeat(8)}-0000-4000-8000-000000000000`)).toBe(404)
    expect(await open('/admin/Instances?i=no-id')).toBe(404)
    expect(faults.filter((fault) => !fault.includes('404'))).toEqual([])
  })

  it.each(SCRIPT_MODES)(
    'an engine’s facts are shown: output without flags, load, orphans, %s',
    async (_, options) => {
      await ownGame()
      const id = await add({ ...READY, team: 1 })
      const begun = Date.now() - 60_000
      const written = ['listening', `the flag is ${game.challenges[0]!.flag}`, 'ready']
      const { redis, log } = stage.platform.stores
      const done = new AbortController()
      // Replies in place of the jobs process, which needs an engine.
      const answering = answerQuestions(
        redis,
        log,
        done.signal,
        () => engine,
        async (question) => {
          if (question.ask === 'usage')
            return question.instances.map((instance) => ({ instance, cpu: 0.49, memoryMb: 31, pids: 7 }))
          if (question.ask === 'orphans')
            return [{ kind: 'network', id: 'n1', name: 'hal-5a17be91', instance: id, createdAt: begun }]
          const lines = written.map((text, at) => ({
            at: begun + at,
            stream: at === 2 ? 'stderr' : 'stdout',
            text
          }))
          return lines.filter(({ at }) => question.since === null || at >= question.since)
        }
      )
      try {
        const { page, open, faults } = await visit(options)
        await open(`/admin/Instances?i=${id}`)
        const output = page.getByRole('log')
        await output.getByText('listening').waitFor()
        expect(await output.textContent()).toContain('the flag is ••••••')
        expect(await page.content()).not.toContain(game.challenges[0]!.flag)
        expect(await output.locator('li').count()).toBe(3)
        expect(await output.locator('li.er').textContent()).toContain('ready')
        if (options.javaScript === false) {
          written.push('one more')
          await page.locator('.drawer').getByRole('link', { name: 'Refresh' }).click()
          await output.getByText('one more').waitFor()
          await page.getByRole('link', { name: 'Measure' }).click()
        } else {
          written.push('one more')
          await output.getByText('one more').waitFor()
          expect(await output.locator('li').count()).toBe(4)
          await page.getByRole('switch').uncheck()
          await page.getByRole('button', { name: 'Measure' }).click()
        }
        await page.getByText('7 of 256 processes').waitFor()
        // All of half a core, a quarter of the memory.
        expect(await page.locator('.two-meters .meter.bad').textContent()).toContain('0.49')
        await open(`/admin/Instances?game=${game.id}&load=yes`)
        expect(await page.locator('.m6 .meter').first().textContent()).toBe('0.49of 0.5')
        await open('/admin/Instances?tab=orphans')
        await page.getByText('hal-5a17be91').waitFor()
        expect(await rowsOf(page).textContent()).toContain('Network')
        expect(faults).toEqual([])
      } finally {
        done.abort()
        await answering
      }
    }
  )

  it('the list renews itself and keeps what is ticked', async () => {
    const list = await ownGame()
    const first = await add({ ...READY, team: 0 })
    const { page, open } = await visit()
    await page.clock.install()
    await open(list)
    await page.locator(`[value="${first}"]`).check()
    await add({ ...READY, team: 1 })
    await page.clock.runFor(31_000)
    await expect.poll(() => rowsOf(page).count()).toBe(2)
    expect(await page.locator(`[value="${first}"]`).isChecked()).toBe(true)
    expect(await page.locator('.bulk-bar').isVisible()).toBe(true)
  })

  const VIEWS = [
    '',
    '&tab=queue',
    '&tab=stuck',
    '&tab=ended',
    '&tab=orphans',
    '&select=page',
    '&load=yes',
    '&i='
  ]
  it.each(SCRIPT_MODES_AND_PHONE)('every list stays within its bounds, %s', async (_, options) => {
    const list = await ownGame()
    await db().pool.query('UPDATE teams SET name = $2 WHERE id = $1', [game.teams[0]!.teamId, 'W'.repeat(50)])
    const open1 = await add({ ...READY, state: 'unhealthy', more: { error_text: 'x'.repeat(300) } })
    await add({ state: 'queued', team: 1, more: { waits_for: 'capacity' } })
    const stuck = { reason: 'expired', attempts: 7, error_text: 'y'.repeat(300) }
    await add({ state: 'stuck', team: 2, more: { ...stuck, next_at: new Date(Date.now() + 60_000) } })
    await add({
      state: 'failed',
      team: 3,
      endedAt: -1,
      more: { reason: 'start_failed', error_code: 'not_ready' }
    })
    const { page, open } = await visit(options)
    for (const view of VIEWS) {
      expect(await open(`${list}${view}${view === '&i=' ? open1 : ''}`)).toBe(200)
      expect([view, await overflow(page)]).toEqual([view, []])
      if (options.javaScript !== false) expect([view, await violations(page)]).toEqual([view, []])
    }
  })
})
