import type { Page } from 'playwright'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { hydrated, overflow, PHONE, violations } from '../../support/browser/browser'
import { openBrowserSuite, SCRIPT_MODES, SCRIPT_MODES_AND_PHONE } from '../../support/browser/browser-suite'
import { tag } from '../../support/games/organiser'
import { addEngine, addInstance } from '../../support/instances/instance-rows'

// Entry by port, as with an engine on another machine.
const stage = openBrowserSuite({ INSTANCE_DOMAIN: 'none' })

const HEX = '4a9d07f1'.repeat(8)
const DETAILS = {
  bytes: 1_100_000_000,
  ports: [8080],
  healthcheck: false,
  platform: 'linux/amd64',
  user: '',
  builtAt: Date.UTC(2026, 10, 14)
}

let engine: number

const sql = (text: string, ...values: unknown[]) => stage.platform.stores.db.pool.query(text, values)

/** A game with one disabled container challenge, and its address. */
async function challenge({ image = '', type = 'StaticContainer' } = {}) {
  const { client } = stage.organiser
  const game = await stage.organiser.game({ challenges: [] })
  const list = `/api/edit/games/${game.id}/challenges`
  const { id } = await client.ok<{ id: number }>('POST', list, {
    title: 'Prompt Anchor',
    category: 'Web',
    type
  })
  if (type === 'StaticContainer') await client.ok('POST', `${list}/${id}/flags`, [{ flag: 'flag{anchor}' }])
  await client.ok('PUT', `${list}/${id}`, { containerImage: image })
  const path = `/admin/games/${game.id}/challenges/${id}`
  return { game: game.id, id, list, path, page: `${path}/Container` }
}

async function image(reference: string, state: string, more: Record<string, unknown> = {}) {
  const columns = {
    state,
    digest: null,
    details: null,
    progress: null,
    error_code: null,
    error_text: null,
    ...more
  }
  const names = Object.keys(columns)
  const values = Object.values(columns)
  const { rowCount } = await sql(
    `UPDATE images SET next_at = NULL, ${names.map((name, n) => `${name} = $${n + 2}`).join(', ')} WHERE reference = $1`,
    reference,
    ...values
  )
  expect(rowCount).toBe(1)
}
const READY = {
  digest: `ctf.example.org/anchor@sha256:${HEX}`,
  details: JSON.stringify(DETAILS),
  pulled_at: new Date()
}

const organiser = (options: object = {}) => stage.visit({ ...options, cookie: stage.organiser.client.cookie })

/** Stores a test instance of the challenge as the workers would. */
const test = ({ game, id }: { game: number; id: number }, plan: Partial<Parameters<typeof addInstance>[2]>) =>
  addInstance(
    stage.platform.stores.db,
    { id: game, teams: [], challenges: [{ id, title: '', flag: '' }] },
    { state: 'ready', team: null, engine, ...plan }
  )

const save = (page: Page) =>
  page.getByRole('region', { name: 'Save' }).getByRole('button', { name: 'Save' }).click()

/** Faults except those of an engine without workers. */
const own = (faults: string[]) => faults.filter((fault) => !/\/logs|503/.test(fault))

it('the page reports that there is no engine, and where one is added', async () => {
  const { page: address } = await challenge({ image: 'none/here:1' })
  const { page, open, faults } = await organiser()
  await open(address)
  await page.getByText('There is no container engine to start it on.').waitFor()
  await page.getByText('It is pulled as soon as there is an engine.').waitFor()
  expect(await page.getByRole('button', { name: 'Start test' }).isDisabled()).toBe(true)
  expect(await page.getByRole('link', { name: 'View engines' }).first().getAttribute('href')).toBe(
    '/admin/Engines'
  )
  expect(await violations(page)).toEqual([])
  expect(faults).toEqual([])
})

describe('with an engine', () => {
  beforeAll(async () => {
    engine = await addEngine(stage.platform.stores.db)
  })
  afterEach(() => sql('DELETE FROM instances'))

  describe.each(SCRIPT_MODES_AND_PHONE)('an organiser %s', (_, options) => {
    const scripted = options.javaScript !== false

    it('names an image and gets to a running test', async () => {
      const reference = `ctf.example.org/anchor-${tag()}:1.1`
      const { game } = await challenge()
      const { page, open, where, faults } = await organiser(options)
      const renewed = async () => {
        if (!scripted) await open(where())
      }
      await open(`/admin/games/${game}/challenges?new`)
      await page.getByRole('textbox', { name: 'Title' }).fill('Harbour Pilot')
      const create = page.locator('form', { has: page.getByRole('button', { name: 'Create challenge' }) })
      await create.getByLabel('Category', { exact: true }).selectOption('Web')
      await page.getByLabel('Type', { exact: true }).selectOption('DynamicContainer')
      await page.getByRole('button', { name: 'Create challenge' }).click()
      await page.getByRole('heading', { level: 1, name: 'Harbour Pilot' }).waitFor()
      expect(where()).toMatch(/\/Container$/)
      await page.getByText('Enter and save an image first.').waitFor()
      expect(await page.getByRole('button', { name: 'Start test' }).isDisabled()).toBe(true)

      await page.getByRole('textbox', { name: 'Image' }).fill(reference)
      await page.getByRole('button', { name: 'Save and pull' }).click()
      await page.getByText('Waiting to be pulled').waitFor()
      if (scripted) await hydrated(page)
      const progress = { layersDone: 3, layersTotal: 9, bytesDone: 300, bytesTotal: 600 }
      await image(reference, 'pulling', { progress: JSON.stringify(progress) })
      await renewed()
      await page.getByText('Layer 3 of 9').waitFor()
      await page.getByRole('img', { name: '50 percent pulled' }).waitFor()
      await image(reference, 'ready', READY)
      await renewed()
      await page.getByText('sha256:4a9d07f1…07f1').waitFor()
      await page.getByText('linux/amd64, 1.1 GB, built Nov 14').waitFor()
      await page.getByRole('button', { name: 'Use 8080' }).click()
      if (scripted) {
        expect(await page.getByLabel('Port', { exact: true }).first().inputValue()).toBe('8080')
        await save(page)
        await page.getByText('Saved.', { exact: true }).waitFor()
        await hydrated(page)
      } else await page.getByText('Port saved.').waitFor()
      expect(await page.getByLabel('Port', { exact: true }).first().inputValue()).toBe('8080')
      expect(await page.getByRole('button', { name: 'Use 8080' }).count()).toBe(0)

      await page.getByRole('button', { name: 'Start test' }).click()
      const panel = page.getByRole('region', { name: 'Test instance' })
      await panel.getByText('Queued').waitFor()
      const { rows } = await sql('SELECT id FROM instances')
      const { id } = rows[0] as { id: string }
      await sql(
        `UPDATE instances SET state = 'starting', started_at = now(), engine_id = $2 WHERE id = $1`,
        id,
        engine
      )
      await sql(`INSERT INTO instance_events (instance_id, event) VALUES ($1, 'created')`, id)
      await renewed()
      await panel.getByText('Starting').waitFor()
      expect(
        await panel.getByRole('listitem').filter({ hasText: 'Ready' }).getAttribute('aria-current')
      ).toBe('step')
      await sql(
        `WITH e AS (UPDATE instance_endpoints SET entry = '198.51.100.7:20417' WHERE instance_id = $1)
         UPDATE instances SET state = 'ready', ready_at = now(), expires_at = now() + interval '2 hours' WHERE id = $1`,
        id
      )
      await renewed()
      await panel.getByText('198.51.100.7:20417').waitFor()
      expect(await panel.getByRole('link', { name: 'Open' }).getAttribute('href')).toBe(
        'http://198.51.100.7:20417'
      )
      await panel.getByText(/^1:59:\d\d left$|^2:00:00 left$/).waitFor()
      if (scripted) expect(await violations(page)).toEqual([])
      expect(await overflow(page)).toEqual([])

      await panel.getByRole('button', { name: 'Stop' }).click({ noWaitAfter: true })
      await expect
        .poll(async () => (await sql('SELECT desired FROM instances')).rows[0])
        .toEqual({ desired: 'down' })
      await sql(`UPDATE instances SET state = 'ended', ended_at = now() WHERE id = $1`, id)
      await panel.getByText('Stopped by an organiser').waitFor()
      await panel.getByText('Test container is not running.').waitFor()
      expect(own(faults)).toEqual([])
    })
  })

  describe.each(SCRIPT_MODES)('%s', (_, options) => {
    it('an image that cannot be pulled shows why and what helps, and is requested again', async () => {
      const reference = `registry.example.org/secret-${tag()}:1`
      const { page: address } = await challenge({ image: reference })
      await image(reference, 'failed', { error_code: 'auth_failed', error_text: 'no basic auth credentials' })
      const { page, open, faults } = await organiser(options)
      await open(address)
      await page.getByText('The registry rejected the login.').filter({ visible: true }).waitFor()
      expect(await page.getByRole('link', { name: 'Registry logins' }).getAttribute('href')).toBe(
        '/admin/Engines#registries'
      )
      await page.getByText('Engine message').click()
      await page.getByText('no basic auth credentials').waitFor()
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByText('Waiting to be pulled').waitFor()
      expect((await sql('SELECT state FROM images WHERE reference = $1', reference)).rows).toEqual([
        { state: 'wanted' }
      ])
      expect(faults).toEqual([])
    })

    it('a failed test shows why, what helps, and its last lines', async () => {
      const made = await challenge({ image: `ctf.example.org/slow-${tag()}:1` })
      await test(made, {
        state: 'failed',
        endedAt: 0,
        more: {
          error_code: 'not_ready',
          error_text: 'no answer on port 8080 within 60 s',
          exit_code: 3,
          last_log: 'Listening on 127.0.0.1:8080\ngoodbye'
        }
      })
      const { page, open, faults } = await organiser(options)
      await open(made.page)
      const panel = page.getByRole('region', { name: 'Test instance' })
      await panel.getByText('The service did not respond in time.').waitFor()
      await panel.getByText(/on port 8080 within 60 s\. Check the port/).waitFor()
      await panel.getByText('Exit code 3').waitFor()
      await panel.getByText('Listening on 127.0.0.1:8080').waitFor()
      await panel.getByText('Engine message').click()
      await panel.getByText('no answer on port 8080 within 60 s', { exact: true }).waitFor()
      await panel.getByRole('button', { name: 'Start again' }).waitFor()
      if (options.javaScript !== false) expect(await violations(page)).toEqual([])
      expect(faults).toEqual([])
    })

    it('enabling without an image leads to its field; a missing image is reported before and after', async () => {
      const reference = `ctf.example.org/late-${tag()}:1`
      const made = await challenge()
      const { page, open, faults, where } = await organiser(options)
      const enable = () => page.getByRole('button', { name: /^Enable: / }).click()
      await open(made.path)
      await enable()
      await page.getByText('Set a container image for this challenge first.').waitFor()
      await page.getByRole('alertdialog').getByRole('link', { name: 'Edit container' }).click()
      await page.getByRole('region', { name: 'Test instance' }).waitFor()
      expect(where()).toBe(made.page)

      await stage.organiser.client.ok('PUT', `${made.list}/${made.id}`, { containerImage: reference })
      await image(reference, 'failed', { error_code: 'not_found' })
      await open(made.path)
      await enable()
      const question = page.getByRole('alertdialog').filter({ visible: true })
      await question.getByText(/so no team can start it\. The registry has no such image\./).waitFor()
      await question.getByRole('button', { name: 'Enable' }).click()
      await page.getByText('Prompt Anchor enabled.').waitFor()
      await page.getByText('This challenge is enabled, but its image could not be pulled.').waitFor()
      await open(`/admin/games/${made.game}/challenges`)
      await page.getByRole('link', { name: 'Image failed' }).click()
      await page.getByRole('region', { name: 'Test instance' }).waitFor()
      expect(where()).toBe(made.page)
      expect(faults).toEqual([])
    })

    it('valid settings are kept, wrong ones are marked at their field, and the page shows those in force', async () => {
      const made = await challenge({ image: 'ctf.example.org/kept:1', type: 'DynamicContainer' })
      const { page, open, faults } = await organiser(options)
      await open(made.page)
      await page.getByText('read-only, 256 MiB each for /tmp, /run, /var/tmp').waitFor()
      await page.getByRole('radio', { name: 'Only these hosts' }).check()
      await page.getByLabel('Hosts', { exact: true }).fill('api.example.org')
      await page.getByRole('radio', { name: 'A page responds' }).check()
      await page.getByLabel('Path', { exact: true }).fill('/ping')
      await page.getByRole('textbox', { name: 'CPU' }).fill('99')
      await page.getByText('Capabilities').click()
      await page.getByRole('checkbox', { name: 'CHOWN' }).check()
      await save(page)
      await page.getByText('Enter a host as name:port').waitFor()
      expect(await page.getByRole('textbox', { name: 'CPU' }).inputValue()).toBe('99')
      expect(await page.getByRole('checkbox', { name: 'CHOWN' }).isChecked()).toBe(true)
      expect(await page.getByRole('radio', { name: 'A page responds' }).isChecked()).toBe(true)
      await page.getByLabel('Hosts', { exact: true }).fill('api.example.org:443')
      await page.getByRole('switch', { name: 'Read-only file system' }).uncheck()
      await save(page)
      await page.getByText('Saved.', { exact: true }).waitFor()
      await page.getByText('256 MiB, checked every 30 s').waitFor()
      await page.getByText('No engine has more.').waitFor()
      const kept = await stage.organiser.client.ok<{ cpuCount: number; containerOptions: object }>(
        'GET',
        `${made.list}/${made.id}`
      )
      expect(kept).toMatchObject({
        cpuCount: 990,
        containerOptions: {
          readOnly: false,
          capabilities: ['CHOWN'],
          egress: 'hosts',
          egressHosts: ['api.example.org:443'],
          readiness: 'http',
          readinessTarget: '/ping'
        }
      })
      expect(faults.filter((fault) => !/400/.test(fault))).toEqual([])
    })
  })

  it.each(['dark', 'light'] as const)('the page is readable in %s, wide and narrow', async (scheme) => {
    const reference = `ctf.example.org/look-${tag()}:1.1`
    const made = await challenge({ image: reference, type: 'DynamicContainer' })
    await image(reference, 'failed', { error_code: 'registry_unreachable', error_text: 'connection refused' })
    await test(made, { expiresAt: 90, readyAt: -1 })
    for (const size of [undefined, PHONE]) {
      const { page, open } = await organiser({ scheme, ...(size && { size, touch: true }) })
      await open(made.page)
      expect(await violations(page)).toEqual([])
      expect(await overflow(page)).toEqual([])
    }
  })
})
