import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CeremonyMessage, CeremonyRemote, CeremonyScene } from '~/server/freeze/ceremony/contract'
import { HOUR_MS } from '~/server/platform/time'
import { Client } from '../../support/api/client'
import { type PlayedGame, playGame, sendFlags } from '../../support/fixtures'
import { Organiser } from '../../support/games/organiser'
import { type Platform, startPlatform } from '../../support/processes/platform'
import { judged } from '../../support/scoring/judged'
import { watchGame } from '../../support/scoring/scoring'
import { until } from '../../support/until'

let platform: Platform
let admin: Client
let visitor: Client

beforeAll(async () => {
  platform = await startPlatform()
  admin = (await Organiser.of(platform)).client
  visitor = new Client(platform.url)
})
afterAll(() => platform?.close())

const sql = (text: string, values: unknown[]) => platform.stores.db.pool.query(text, values)

/** Before the freeze two teams score; behind it the third overtakes them, the last fails, and staff deduct points. */
async function frozenGame(): Promise<PlayedGame> {
  const { db } = platform.stores
  const game = await playGame(db, { teams: 4, challenges: 3 })
  const [one, two, three, four] = game.teams as [
    PlayedGame['teams'][0],
    PlayedGame['teams'][0],
    PlayedGame['teams'][0],
    PlayedGame['teams'][0]
  ]
  const [a, b, c] = game.challenges as [
    PlayedGame['challenges'][0],
    PlayedGame['challenges'][0],
    PlayedGame['challenges'][0]
  ]
  await sendFlags(db, game, [
    { team: one, challenge: a },
    { team: two, challenge: a }
  ])
  await judged(platform.stores, game.id)
  await admin.ok('PUT', `/api/edit/games/${game.id}/freeze`, { at: 'now' })
  await sendFlags(db, game, [
    { team: three, challenge: b, answer: 'flag{no}' },
    { team: three, challenge: b },
    { team: three, challenge: c },
    { team: four, challenge: c, answer: 'flag{no}' },
    { team: one, challenge: c }
  ])
  await judged(platform.stores, game.id)
  await admin.ok('POST', `/api/edit/games/${game.id}/corrections`, {
    correction: { kind: 'award', participationIds: [two.participationId], points: -100 },
    reason: 'They scanned the platform.'
  })
  await judged(platform.stores, game.id)
  return game
}

async function endedGame(): Promise<PlayedGame> {
  const game = await frozenGame()
  await admin.ok('PUT', `/api/edit/games/${game.id}`, { end: new Date().toISOString() })
  return game
}

const at = (game: PlayedGame) => `/api/edit/games/${game.id}/ceremony`
const sceneOf = (game: PlayedGame) => visitor.ok<CeremonyScene>('GET', `/api/game/${game.id}/ceremony`)
const step = (game: PlayedGame, act: string, version: number, client = admin) =>
  client.call('PUT', at(game), { act, version })

const shownIn = ({ version: _, ...scene }: CeremonyScene) => scene

interface Board {
  items: { participationId: number; score: number; rank: number }[]
}
const boardOf = (game: PlayedGame) => visitor.ok<Board>('GET', `/api/game/${game.id}/scoreboard`)
const places = (rows: { participationId: number; score: number; rank: number }[]) =>
  rows.map(({ participationId, score, rank }) => ({ participationId, score, rank }))

describe('the reveal of a frozen board', () => {
  it('starts after the end of a frozen game alone, once, and by an administrator', async () => {
    const game = await frozenGame()
    expect((await visitor.call('POST', at(game), {})).status).toBe(401)
    expect((await admin.call('POST', at(game), {})).status).toBe(400)
    await sql('UPDATE games SET end_at = now() WHERE id = $1', [game.id])
    expect((await admin.call('POST', at(game), { from: 0 })).status).toBe(400)
    expect(await sceneOf(game)).toBeNull()
    await admin.ok('POST', at(game), {})
    expect((await admin.call('POST', at(game), {})).status).toBe(409)
    await admin.ok('DELETE', at(game))
    expect(await sceneOf(game)).toBeNull()
    expect((await boardOf(game)).items[0]!.participationId).toBe(game.teams[0]!.participationId)
  })

  it('opens cells from the last team upwards, forwards and backwards, and ends with the real board', async () => {
    const game = await endedGame()
    const frozen = await boardOf(game)
    await admin.ok('POST', at(game), {})
    const scenes = [await sceneOf(game)]
    const { total } = scenes[0]!
    // Three solves, a failed try, and points.
    expect(total).toBe(5)
    expect(places(scenes[0]!.rows)).toEqual(places(frozen.items))
    const watched = await watchGame(platform.url, { game: game.id })
    for (let position = 1; position <= total; position++) {
      expect((await step(game, 'next', position)).status).toBe(200)
      scenes.push(await sceneOf(game))
      const pushed = () => watched.of('ceremony').at(-1)?.scene
      await until(() => pushed()?.position === position)
      expect(pushed()).toEqual(scenes[position])
    }
    watched.socket.close()
    expect(scenes[1]!.last).toMatchObject({ outcome: 'failed', tries: 1, name: game.teams[3]!.name })
    expect(scenes.at(-1)!.sealed).toEqual({ cells: 0, teams: 0 })
    // Only the ceremony itself shows it before its end.
    expect(places((await boardOf(game)).items)).toEqual(places(frozen.items))
    expect((await step(game, 'next', total + 1)).status).toBe(400)

    for (let position = total - 1; position >= 0; position--) {
      await step(game, 'back', 2 * total - position)
      expect(shownIn(await sceneOf(game))).toEqual(shownIn(scenes[position]!))
    }
    expect((await step(game, 'finish', 2 * total + 1)).status).toBe(400)
    let { version, position } = await sceneOf(game)
    while (position < total) {
      await step(game, 'team', version)
      ;({ version, position } = await sceneOf(game))
    }
    await admin.ok('PUT', at(game), { act: 'finish', version })
    await until(
      async () => (await boardOf(game)).items[0]!.participationId === game.teams[2]!.participationId
    )
    const done = await sceneOf(game)
    expect(done.done).toBe(true)
    const final = (await boardOf(game)).items
    expect(places(done.rows)).toEqual(places(final))
    expect(scenes.every(({ podium }) => podium === null)).toBe(true)
    expect(done.podium!.places.map(({ rank, score }) => [rank, score])).toEqual(
      final.slice(0, 3).map(({ rank, score }) => [rank, score])
    )
    // The third team solved two challenges first, the first team the other one.
    expect(done.podium!.places.map(({ name, bloods }) => [name, bloods]).slice(0, 2)).toEqual([
      [game.teams[2]!.name, 2],
      [game.teams[0]!.name, 1]
    ])
    expect((await step(game, 'back', done.version)).status).toBe(400)
  })

  it('counts wrong answers to the end of their team, not practice after it', async () => {
    const { db } = platform.stores
    const divisionOf = (place: number) => (place === 0 ? 'late' : null)
    const game = await playGame(db, { teams: 2, challenges: 2, startsIn: -4 * HOUR_MS, divisionOf })
    const [late, other] = game.teams as [PlayedGame['teams'][0], PlayedGame['teams'][0]]
    const [a, b] = game.challenges as [PlayedGame['challenges'][0], PlayedGame['challenges'][0]]
    const now = Date.now()
    await sql(
      `UPDATE games SET divisions = '{late}', freeze_at = $2, end_at = $3, division_ends = jsonb_build_object('late', $4::text)
       WHERE id = $1`,
      [
        game.id,
        new Date(now - 3 * HOUR_MS),
        new Date(now - 2 * HOUR_MS),
        new Date(now - HOUR_MS).toISOString()
      ]
    )
    const before = now - 1.5 * HOUR_MS
    await sendFlags(db, game, [
      { team: other, challenge: a, answer: 'flag{no}', at: now - 2.5 * HOUR_MS },
      { team: other, challenge: b, answer: 'flag{no}', at: before },
      { team: late, challenge: b, answer: 'flag{no}', at: before },
      { team: late, challenge: a, answer: 'flag{no}', at: now - 0.5 * HOUR_MS }
    ])
    await judged(platform.stores, game.id)
    await admin.ok('POST', at(game), {})
    const { rows } = await sql('SELECT steps FROM ceremonies WHERE game_id = $1', [game.id])
    expect(new Set(rows[0].steps)).toEqual(
      new Set([
        [other.participationId, a.id, 1],
        [late.participationId, b.id, 1]
      ])
    )
  })

  it('takes a step once for two remotes, and none while it is paused', async () => {
    const game = await endedGame()
    await admin.ok('POST', at(game), {})
    const answers = await Promise.all(Array.from({ length: 6 }, () => step(game, 'next', 1)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
    expect((await sceneOf(game)).position).toBe(1)
    await admin.ok('PUT', at(game), { act: 'pause', version: 2 })
    expect((await step(game, 'next', 3)).status).toBe(400)
    await admin.ok('PUT', at(game), { act: 'blank', version: 3 })
    expect(await sceneOf(game)).toMatchObject({ position: 1, paused: true, blank: true, version: 4 })
    const after = await sql('SELECT count(*)::int AS n FROM audit_events WHERE action = $1 AND target = $2', [
      'ceremony_moved',
      `game:${game.id}`
    ])
    expect(after.rows[0].n).toBe(3)
  })

  it('begins with the cells open of teams below a rank', async () => {
    const game = await endedGame()
    await admin.ok('POST', at(game), { from: 2 })
    const { position, turn, rows } = await sceneOf(game)
    expect(position).toBeGreaterThan(0)
    expect(rows.find(({ participationId }) => participationId === turn)!.rank).toBeLessThanOrEqual(2)
  })
})

describe('the secrets of a reveal', () => {
  it('stay in sealed cells', async () => {
    const game = await endedGame()
    await admin.ok('POST', at(game), {})
    const remote = await admin.ok<CeremonyRemote>('GET', at(game))
    expect(remote.next).toMatchObject({ outcome: 'failed', name: game.teams[3]!.name })
    expect(remote.hidden.map(({ name }) => name)).toContain(game.teams[2]!.name)
    for (let version = 1; ; version++) {
      const scene = await sceneOf(game)
      const sealed = scene.rows.flatMap(({ cells }) => cells.filter(({ outcome }) => outcome === null))
      expect(sealed.filter(({ title }) => title !== null)).toEqual([])
      const page = await visitor.call('GET', `/games/${game.id}/Reveal`)
      const opened = scene.rows.flatMap(({ cells }) => cells.flatMap(({ title }) => title ?? []))
      for (const { title } of game.challenges)
        if (!opened.includes(title)) expect(page.body as string).not.toContain(title)
      if (scene.position === scene.total) break
      await step(game, 'next', version)
    }
    for (const client of [visitor]) expect((await client.call('GET', at(game))).status).toBe(401)
  })

  it('change with results, which the remote lists and the final board has', async () => {
    const game = await endedGame()
    await admin.ok('POST', at(game), {})
    const before = await sceneOf(game)
    await admin.ok('POST', `/api/edit/games/${game.id}/corrections`, {
      correction: { kind: 'award', participationIds: [game.teams[3]!.participationId], points: 5000 },
      reason: 'They helped.'
    })
    await judged(platform.stores, game.id)
    expect(await sceneOf(game)).toEqual(before)
    expect((await admin.ok<CeremonyRemote>('GET', at(game))).outdated).toBe(true)
    await admin.ok('POST', `/api/edit/games/${game.id}/reveal`, {})
    await until(
      async () => (await boardOf(game)).items[0]!.participationId === game.teams[3]!.participationId
    )
    expect(await sceneOf(game)).toMatchObject({ done: true, position: before.total })
  })
})

/** A viewer that comes back by itself, as browsers do. */
function follow({ id }: PlayedGame) {
  const socket = io(`${platform.url}/game`, { auth: { game: id }, transports: ['websocket'], forceNew: true })
  let [hellos, scene]: [number, CeremonyScene | null] = [0, null]
  socket.on('hello', () => void hellos++)
  socket.on('ceremony', (message: CeremonyMessage) => {
    scene = message.scene
  })
  return { socket, hellos: () => hellos, latest: () => scene }
}

describe('a reveal without its processes', () => {
  it('continues where it was after kill -9 of web and scoring', async () => {
    const game = await endedGame()
    await admin.ok('POST', at(game), {})
    await step(game, 'next', 1)
    await step(game, 'next', 2)
    const before = await sceneOf(game)
    expect(before.position).toBe(2)
    await Promise.all([platform.restart('web'), platform.restart('scoring')])
    expect(await sceneOf(game)).toEqual(before)
    const watched = await watchGame(platform.url, { game: game.id })
    await step(game, 'back', 3)
    await until(() => watched.of('ceremony').some(({ scene }) => scene?.position === 1))
    watched.socket.close()
    await step(game, 'next', 4)
    expect(shownIn(await sceneOf(game))).toEqual(shownIn(before))
  })

  it('is at the same step for all who watch it when its processes are killed in the middle of an act', async () => {
    const game = await endedGame()
    await admin.ok('POST', at(game), {})
    await step(game, 'next', 1)
    const viewers = Array.from({ length: 12 }, () => follow(game))
    await until(() => viewers.every(({ hellos }) => hellos() > 0))
    // Whether the act was done is for the database to say; who sent it may not have heard.
    const acting = step(game, 'next', 2).catch(() => null)
    await Promise.all([platform.restart('web'), platform.restart('scoring')])
    await acting
    const resumed = await sceneOf(game)
    expect([1, 2]).toContain(resumed.position)
    expect(resumed.version).toBe(resumed.position + 1)
    await until(() => viewers.every(({ socket, hellos }) => socket.connected && hellos() > 1))
    expect((await step(game, 'next', resumed.version)).status).toBe(200)
    const next = await sceneOf(game)
    expect(next.position).toBe(resumed.position + 1)
    for (const { latest, socket } of viewers) {
      await until(() => latest()?.version === next.version)
      expect(latest()).toEqual(next)
      socket.close()
    }
  })
})
