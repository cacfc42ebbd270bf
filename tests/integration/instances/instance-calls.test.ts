import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ChallengeView } from '~/server/challenges/contract'
import { type InstanceView, instanceView } from '~/server/instances/contract'
import { HOUR_MS, wireTime } from '~/server/platform/time'
import { Client } from '../../support/api/client'
import { type OpenGame, Organiser, type Player, tag } from '../../support/games/organiser'
import { insertEndpoint } from '../../support/instances/instance-rows'
import { type Platform, startPlatform } from '../../support/processes/platform'

/** Without workers: instances are rows. */
let platform: Platform
let organiser: Organiser
let game: OpenGame
let ids: [number, number]
beforeAll(async () => {
  platform = await startPlatform({ HALYARD_RATE_LIMITS: 'on' })
  organiser = await Organiser.of(platform)
  game = await organiser.game()
  const path = `/api/edit/games/${game.id}/challenges`
  const made: number[] = []
  for (const title of ['One', 'Two']) {
    const { client } = organiser
    const { id } = await client.ok<{ id: number }>('POST', path, {
      title,
      category: 'Web',
      type: 'DynamicContainer'
    })
    await client.ok('PUT', `${path}/${id}`, {
      isEnabled: true,
      containerImage: 'quill:1',
      containerExposePort: 80,
      flagTemplate: 'flag{[GUID]}'
    })
    made.push(id)
  }
  ids = made as [number, number]
})
afterAll(() => platform?.close())

const words = JSON.parse(readFileSync('locales/en-US/errors.json', 'utf8')) as Record<
  string,
  Record<string, string>
>
const wordsOf = (code: string) => {
  const [area, name] = code.split('.') as [string, string]
  return words[area]![name]
}

const pathOf = (challenge: number) => `/api/game/${game.id}/container/${challenge}`
const statusOf = async (caller: Client, method: string, path: string) =>
  (await caller.call(method, path)).status

async function twoMembers(): Promise<[Player, Client]> {
  const captain = await organiser.player()
  const code = await captain.client.ok<string>('GET', `/api/team/${captain.team.id}/invite`)
  const mate = new Client(platform.url)
  await mate.register(`m${tag()}`)
  await mate.ok('POST', '/api/team/accept', code)
  await organiser.join(captain, game)
  await mate.ok('POST', `/api/game/${game.id}`, { teamId: captain.team.id })
  return [captain, mate]
}

it('each requires a session, a place in the game, and a challenge with a container, in this order', async () => {
  const calls = [
    ['POST', ''],
    ['DELETE', ''],
    ['GET', ''],
    ['POST', '/extend']
  ] as const
  const outsider = await organiser.player()
  const insider = await organiser.player(game)
  for (const [method, more] of calls) {
    const refusal = async (caller: Client, challenge: number) => {
      const { status, body } = await caller.call<{ title: string }>(method, pathOf(challenge) + more)
      return [status, body.title]
    }
    expect(await refusal(new Client(platform.url), ids[0])).toEqual([401, wordsOf('auth.login_required')])
    expect(await refusal(outsider.client, 999_999)).toEqual([400, wordsOf('game.not_participating')])
    expect(await refusal(insider.client, 999_999)).toEqual([404, wordsOf('challenge.unavailable')])
    expect(await refusal(insider.client, game.challenges[0]!.id)).toEqual([
      400,
      wordsOf('container.not_container_type')
    ])
  }
  const { body } = await insider.client.call('POST', pathOf(ids[0]))
  expect(body).toMatchObject({ title: wordsOf('container.no_engine') })
})

it('the members of a team share six a minute for each challenge; reading is free', async () => {
  const [{ client: captain }, mate] = await twoMembers()
  const extend = `${pathOf(ids[0])}/extend`
  for (const [caller, method, path] of [
    [captain, 'POST', extend],
    [mate, 'POST', extend],
    [captain, 'DELETE', pathOf(ids[0])],
    [mate, 'POST', extend],
    [captain, 'POST', extend],
    [mate, 'DELETE', pathOf(ids[0])]
  ] as const)
    expect(await statusOf(caller, method, path)).toBe(400)
  for (const caller of [captain, mate]) {
    const { status, body, headers } = await caller.call<{ title: string }>('POST', extend)
    expect([status, body.title]).toEqual([429, wordsOf('rate.limited')])
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0)
  }
  expect(await statusOf(captain, 'POST', `${pathOf(ids[1])}/extend`)).toBe(400)
  expect(await statusOf(captain, 'GET', pathOf(ids[0]))).toBe(200)
  const { client: rival } = await organiser.player(game)
  expect(await statusOf(rival, 'POST', extend)).toBe(400)
})

it('the challenge and the view show the team’s own instance, and its other ones', async () => {
  const { client, team } = await organiser.player(game)
  const { pool } = platform.stores.db
  const end = new Date(Date.now() + HOUR_MS)
  const write = async (challenge: number, state: string) => {
    const id = randomUUID()
    await pool.query(
      `INSERT INTO instances (id, kind, game_id, challenge_id, participation_id, state, spec, memory_mb, cpu,
         lifetime, operated_at, requested_at, ready_at, expires_at, next_at)
       SELECT $1, 'team', p.game_id, $2, p.id, $3, '{}', 64, 1, 120, '2026-01-01', clock_timestamp(),
         '2026-01-01', $6, NULL FROM participations p WHERE p.game_id = $4 AND p.team_id = $5`,
      [id, challenge, state, game.id, team.id, end]
    )
    await insertEndpoint({ pool }, id, 'ebb.example:31804')
  }
  const contextOf = async (challenge: number) =>
    (await client.ok<ChallengeView>('GET', `/api/game/${game.id}/challenges/${challenge}`)).context
  const none = { closeTime: null, instanceEntry: null }
  await write(ids[0], 'ended')
  expect(await contextOf(ids[0])).toMatchObject(none)
  await write(ids[0], 'ready')
  await write(ids[1], 'unhealthy')
  expect(await contextOf(ids[0])).toMatchObject({
    closeTime: wireTime(end),
    instanceEntry: 'ebb.example:31804'
  })
  expect(await contextOf(ids[1])).toMatchObject({ ...none, closeTime: wireTime(end) })
  const view = await client.ok<InstanceView>('GET', pathOf(ids[0]))
  expect(instanceView.parse(view)).toMatchObject({
    state: 'ready',
    entry: 'ebb.example:31804',
    inUse: 2,
    others: [{ challengeId: ids[1], title: 'Two', expiresAt: wireTime(end) }]
  })
  const { client: rival } = await organiser.player(game)
  const challenge = await rival.ok<ChallengeView>('GET', `/api/game/${game.id}/challenges/${ids[0]}`)
  expect(challenge.context).toMatchObject(none)
  expect(await rival.ok('GET', pathOf(ids[0]))).toMatchObject({
    state: 'none',
    entry: null,
    inUse: 0,
    others: []
  })
})
