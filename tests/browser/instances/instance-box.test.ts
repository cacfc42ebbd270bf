import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { INSTANCE_CHANNEL, type InstanceMessage } from '~/server/instances/contract'
import { channelOf } from '~/server/platform/redis'
import { overflow, PHONE, type VisitorOptions, violations } from '../../support/browser/browser'
import { openBrowserSuite } from '../../support/browser/browser-suite'
import type { OpenGame, Player } from '../../support/games/organiser'
import { insertEndpoint } from '../../support/instances/instance-rows'

/** Without workers: the tests write rows as workers would. */
const stage = openBrowserSuite({ INSTANCE_DOMAIN: 'none' })

const shot = async (page: Page, name: string) => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` })
}

interface Prepared {
  game: OpenGame
  player: Player
  participation: number
  challenges: number[]
}

const sql = <R extends object>(text: string, values: unknown[] = []) =>
  stage.platform.stores.db.pool.query<R>(text, values)

/** A team in a running game with two container challenges and a ready engine. */
async function preparePlayer(): Promise<Prepared> {
  await sql(
    `INSERT INTO engines (address, state, guard, test_due_at) VALUES ('unix:///none', 'up', 'guarded', 'infinity')
     ON CONFLICT (address) DO UPDATE SET state = 'up', draining = false`
  )
  const game = await stage.organiser.game()
  const path = `/api/edit/games/${game.id}/challenges`
  const challenges: number[] = []
  for (const title of ['GraphQuill', 'Cookie Jar, Lid Off']) {
    const { client } = stage.organiser
    const { id } = await client.ok<{ id: number }>('POST', path, {
      title,
      category: 'Web',
      type: 'StaticContainer'
    })
    await client.ok('POST', `${path}/${id}/flags`, [{ flag: `flag{${title.length}}` }])
    const content =
      'The harbour authority moved its ship registry to GraphQL and hired a poet to write the resolvers.'
    const container = { containerImage: 'quill:1', containerExposePort: 80 }
    await client.ok('PUT', `${path}/${id}`, { isEnabled: true, content, ...container })
    challenges.push(id)
  }
  const player = await stage.organiser.player(game)
  const { rows } = await sql<{ id: number }>('SELECT id FROM participations WHERE game_id = $1', [game.id])
  return { game, player, participation: rows[0]!.id, challenges }
}

type Columns = Record<string, string> & { entry?: string }

/** Stores an instance of the team. @param columns SQL */
async function instance(table: Prepared, place: number, { entry, ...columns }: Columns): Promise<string> {
  const id = randomUUID()
  const all: Record<string, string> = {
    requested_by: `(SELECT id FROM users WHERE user_name = '${table.player.name}')`,
    spec: `'{"image":"quill:1","images":["quill:1"],"services":[]}'`,
    memory_mb: '64',
    cpu: '1',
    lifetime: '120',
    operated_at: `now() - interval '1 minute'`,
    requested_at: 'now()',
    next_at: 'NULL',
    ...columns
  }
  await sql(
    `INSERT INTO instances (id, kind, game_id, challenge_id, participation_id, ${Object.keys(all).join(', ')})
     VALUES ($1, 'team', $2, $3, $4, ${Object.values(all).join(', ')})`,
    [id, table.game.id, table.challenges[place], table.participation]
  )
  await insertEndpoint(stage.platform.stores.db, id, entry ?? null)
  return id
}

const READY = {
  state: `'ready'`,
  entry: 'ebb.halyard.example:31804',
  started_at: `now() - interval '48 minutes'`,
  ready_at: `now() - interval '48 minutes'`,
  expires_at: `now() + interval '72 minutes 9 seconds'`
}

const publishChange = (table: Prepared, message: Partial<InstanceMessage>, state = 'ready') =>
  sql<{ id: string }>(`SELECT id FROM users WHERE user_name = $1`, [table.player.name]).then(({ rows }) => {
    const users = rows.map(({ id }) => id)
    const [challengeId] = table.challenges
    const news = {
      id: randomUUID(),
      gameId: table.game.id,
      challengeId,
      participationId: 1,
      kind: 'team',
      state,
      users
    }
    const { redis } = stage.platform.stores
    return redis.publish(channelOf(redis, INSTANCE_CHANNEL), JSON.stringify({ ...news, ...message }))
  })

async function openBox({ game, player, challenges }: Prepared, options: VisitorOptions = {}) {
  const visitor = await stage.visit({ ...options, cookie: player.client.cookie })
  await visitor.open(`/games/${game.id}/Challenges?c=${challenges[0]}`)
  return { ...visitor, box: visitor.page.locator('.ibox') }
}

const STATES: [string, Record<string, string> | null, RegExp][] = [
  ['none', null, /No instance.*Start instance/s],
  ['queue', { state: `'queued'`, waits_for: `'turn'` }, /Queued.*Leave queue/s],
  ['image', { state: `'queued'`, waits_for: `'image'` }, /62 %.*84 of 136 MB.*Cancel/s],
  ['starting', { state: `'starting'`, started_at: `now() - interval '2 seconds'` }, /Starting.*Cancel/s],
  ['ready', READY, /1:1\d:\d\d.*Extend.*Stop/s],
  ['soon', { ...READY, expires_at: `now() + interval '8 minutes 41 seconds'` }, /Ends soon.*Extend by/s],
  ['several', READY, /Site.*ebb.halyard.example:31804.*Open.*Judge of the game.*ebb.halyard.example:31805/s],
  ['tunnel', { ...READY, entry: '5f3c2f0e-0a39-4f27-9a4c-7a5f0d5a3c10' }, /terminal/],
  ['unhealthy', { ...READY, state: `'unhealthy'` }, /Not responding.*Stop/s],
  ['stopping', { ...READY, desired: `'down'`, reason: `'solved'` }, /Stopping.*Challenge solved/s],
  [
    'stuck',
    { ...READY, state: `'stuck'`, desired: `'down'`, reason: `'player'` },
    /Cannot be removed.*Start again/s
  ],
  [
    'ended',
    { state: `'ended'`, desired: `'down'`, reason: `'expired'`, ended_at: 'now()' },
    /Time is up.*Start again/s
  ],
  [
    'failed',
    { state: `'failed'`, error_code: `'not_ready'`, ended_at: 'now()' },
    /Failed to start.*Try again/s
  ]
]

async function secondPort(id: string) {
  await sql(`UPDATE instance_endpoints SET title = 'Site' WHERE instance_id = $1`, [id])
  await sql(
    `INSERT INTO instance_endpoints (instance_id, position, title, service, port, protocol, host, entry)
     VALUES ($1, 1, 'Judge of the game', '', 1337, 'tcp', 'judge', 'ebb.halyard.example:31805')`,
    [id]
  )
}

it.each([
  ['dark', {}],
  ['light, on a phone', { scheme: 'light', size: PHONE, touch: true }]
] as [string, VisitorOptions][])('every state has a text, fits and is readable, %s', async (way, options) => {
  const table = await preparePlayer()
  await sql(
    `INSERT INTO images (engine_id, reference, state, progress, next_at)
     SELECT id, 'quill:1', 'pulling', $1, NULL FROM engines
     ON CONFLICT (engine_id, reference) DO UPDATE SET state = 'pulling', progress = $1`,
    [{ layersDone: 2, layersTotal: 5, bytesDone: 84_400_000, bytesTotal: 136_000_000 }]
  )
  const { page, open, box, faults } = await openBox(table, options)
  for (const [name, columns, words] of STATES) {
    await sql('DELETE FROM instances')
    const id = columns && (await instance(table, 0, columns))
    if (id && name === 'several') await secondPort(id)
    await open(`/games/${table.game.id}/Challenges?c=${table.challenges[0]}`)
    expect(await box.textContent(), name).toMatch(words)
    await box.scrollIntoViewIfNeeded()
    await shot(page, `${way.slice(0, 5)}-${name}`)
    expect([name, await overflow(page), await violations(page)]).toEqual([name, [], []])
  }
  expect(faults).toEqual([])
})

it('at the limit the box links to instances to stop, and shows why none starts', async () => {
  const table = await preparePlayer()
  await stage.organiser.change(table.game, { containerCountLimit: 1 })
  await instance(table, 1, READY)
  const { page, box, where } = await openBox(table)
  await box.getByText('Limit reached').waitFor()
  await shot(page, 'limit')
  expect(await violations(page)).toEqual([])
  await box.getByRole('link', { name: 'Cookie Jar, Lid Off' }).click()
  await box.getByText('Running').first().waitFor()
  expect(where()).toContain(`c=${table.challenges[1]}`)
  await sql(`UPDATE engines SET state = 'down'`)
  await stage.organiser.change(table.game, { containerCountLimit: 3 })
  await page.goto(`/games/${table.game.id}/Challenges?c=${table.challenges[0]}`)
  await box.getByText('Unavailable').waitFor()
  await shot(page, 'unavailable')
  expect(await box.getByRole('button', { name: 'Start instance' }).isDisabled()).toBe(true)
  expect(await violations(page)).toEqual([])
})

it('starts an instance, follows it by pushes, and reports it when the dialog is closed', async () => {
  const table = await preparePlayer()
  const { page, box, faults } = await openBox(table)
  await box.getByRole('button', { name: 'Start instance' }).click()
  // The row exists at once; the call waits for the start.
  await expect
    .poll(async () => (await sql('SELECT FROM instances WHERE game_id = $1', [table.game.id])).rowCount)
    .toBe(1)
  await publishChange(table, {}, 'queued')
  await box.locator('.sr[role=status]', { hasText: 'Queued' }).waitFor({ state: 'attached' })
  expect(await page.evaluate(() => document.activeElement?.className)).toBe('ibox')
  const users = (await sql<{ id: string }>(`SELECT id FROM users WHERE user_name = $1`, [table.player.name]))
    .rows
  const place = { gameId: table.game.id, challengeId: table.challenges[0]!, place: 3, total: 5, estimate: 40 }
  await publishChange(table, { queue: [{ ...place, users: users.map(({ id }) => id) }], id: undefined })
  await box.getByText('Place 3 of 5').waitFor()
  expect(await box.locator('.clk').textContent()).toBe('~0:40')
  expect(await box.getByRole('status').textContent()).toBe('Queued')
  await page.keyboard.press('Escape')
  await box.waitFor({ state: 'detached' })
  await sql(
    `WITH e AS (UPDATE instance_endpoints SET entry = 'ebb.example:31804')
     UPDATE instances SET state = 'ready', started_at = now(), ready_at = now(),
       expires_at = now() + interval '10 minutes 4 seconds' WHERE game_id = $1`,
    [table.game.id]
  )
  await publishChange(table, {})
  const toasts = page.locator('.toasts')
  await toasts.getByText('Your instance of GraphQuill is ready.').waitFor()
  await shot(page, 'toast')
  // Extending is possible four seconds later.
  await toasts.getByText('You can extend your instance of GraphQuill now.').waitFor()
  await toasts.getByRole('link', { name: 'GraphQuill' }).first().click()
  await box.getByRole('button', { name: /Extend by/ }).click()
  await box.getByText(/2:0\d:\d\d/).waitFor()
  expect(faults).toEqual([])
})

it('asks before it stops an instance that a team mate has started', async () => {
  const table = await preparePlayer()
  const id = await instance(table, 0, { ...READY, requested_by: 'NULL' })
  const { name } = await stage.organiser.player()
  await sql('UPDATE instances SET requested_by = (SELECT id FROM users WHERE user_name = $2) WHERE id = $1', [
    id,
    name
  ])
  const { page, box } = await openBox(table)
  await box.getByRole('button', { name: 'Stop' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByText(name).waitFor()
  await shot(page, 'question')
  expect(await violations(page)).toEqual([])
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'hidden' })
  await box.getByRole('button', { name: 'Stop' }).click()
  await question.getByRole('button', { name: 'Stop' }).click()
  await expect
    .poll(
      async () => (await sql<{ desired: string }>('SELECT desired FROM instances WHERE id = $1', [id])).rows
    )
    .toEqual([{ desired: 'down' }])
  await sql(`UPDATE instances SET state = 'ended', ended_at = now() WHERE id = $1`, [id])
  await box.getByText('Stopped by the team').waitFor()
})

it('works without script, also when a start is refused', async () => {
  const table = await preparePlayer()
  const { page, box } = await openBox(table, { javaScript: false })
  await box.getByRole('button', { name: 'Start instance' }).click()
  await box.getByText('Queued').waitFor()
  await box.getByRole('link', { name: 'Check again' }).click()
  await sql(
    `WITH e AS (UPDATE instance_endpoints SET entry = 'ebb.example:31804')
     UPDATE instances SET state = 'ready', started_at = now(), ready_at = now(),
       expires_at = now() + interval '8 minutes' WHERE game_id = $1`,
    [table.game.id]
  )
  await box.getByRole('link', { name: 'Check again' }).click()
  await box.getByRole('button', { name: /Extend by/ }).click()
  await box.getByText(/2:0\d:\d\d/).waitFor()
  await sql('UPDATE instances SET operated_at = now() WHERE game_id = $1', [table.game.id])
  await box.getByRole('button', { name: 'Stop' }).click()
  await box.getByText('Wait a few seconds').waitFor()
  await shot(page, 'no-script-refused')
  // The flag form works beside it.
  await page.fill('#flag', 'flag{no}')
  await page.getByRole('button', { name: 'Submit flag' }).click()
  await page.getByText('Wrong flag.').waitFor()
  expect(await box.textContent()).toContain('Running')
})
