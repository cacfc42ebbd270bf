import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Ctx } from '~/server/access/contract'
import { awardsInput } from '~/server/awards/contract'
import { readEntries } from '~/server/ledger'
import type { Scope } from '~/server/tokens/constants'
import { type Domain, openDomain, refused } from '../../support/domain'
import { type PlayedGame, playGame } from '../../support/fixtures'
import { foldedBoard } from '../../support/scoring/scoring'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain?.close())

const query = async (text: string, ...values: unknown[]) =>
  (await domain.stores.db.pool.query(text, values)).rows

const teamsOf = (game: PlayedGame) => game.teams.map(({ participationId }) => participationId)
const give = (ctx: Ctx, game: PlayedGame, input: object) =>
  domain.services.awards.give(ctx, game.id, awardsInput.parse(input))

/** A caller with a token for points of this game alone. */
function serviceOf(gameId: number, scopes: Scope[] = ['awards'], id = crypto.randomUUID()): Ctx {
  const { admin } = domain
  const token = { id, name: 'hill', gameId, scopes, service: true }
  return {
    ...admin,
    actor: { ...admin.actor!, id, userName: 'hill', role: 'User', games: { [gameId]: 'referee' }, token }
  }
}

async function played() {
  const game = await playGame(domain.stores.db, { teams: 3, challenges: 2 })
  const [first, second] = teamsOf(game) as [number, number]
  const hill = game.challenges[0]!.id
  return { game, hill, first, second, service: serviceOf(game.id) }
}

const awardsOf = async (gameId: number) =>
  (await readEntries(domain.stores.db.pool, gameId, 0, 1000)).filter(({ kind }) => kind === 'award')

const lineOf = async (gameId: number, participationId: number) =>
  (await foldedBoard(domain.stores, gameId)).items.find((item) => item.participationId === participationId)!

describe('points of a service', () => {
  it('are given once for a key, however often and at once it is sent', async () => {
    const { game, hill, first, second, service } = await played()
    const wish = {
      key: 'minute-1',
      challengeId: hill,
      awards: [
        { participationId: first, points: 5 },
        { participationId: second, points: 2 }
      ]
    }
    const all = await Promise.all(Array.from({ length: 50 }, () => give(service, game, wish)))
    expect(new Set(all.map((answer) => JSON.stringify(answer))).size).toBe(1)
    const entries = await awardsOf(game.id)
    expect(entries.map((entry) => entry.kind === 'award' && [entry.participationId, entry.payload])).toEqual([
      [first, { points: 5, reason: '', hill: { challenge: hill } }],
      [second, { points: 2, reason: '', hill: { challenge: hill } }]
    ])
    expect(all[0]!.awards.map(({ entry }) => entry)).toEqual(entries.map(({ seq }) => seq))
    for (const other of [
      { reason: 'Another' },
      { challengeId: null, reason: 'x' },
      { awards: [{ participationId: first, points: 6 }] }
    ]) {
      const error = await refused(give(service, game, { ...wish, ...other }), 'award.key_used', 409)
      expect(error.extra).toEqual({ field: 'key' })
    }
    // Another game has keys of its own.
    const elsewhere = await played()
    await give(elsewhere.service, elsewhere.game, {
      ...{ key: 'minute-1', challengeId: elsewhere.hill },
      awards: [{ participationId: elsewhere.first, points: 1 }]
    })
    expect(await awardsOf(elsewhere.game.id)).toHaveLength(1)
  })

  it('are one line for ten minutes of a challenge on the board, one for all in lists, and verify', async () => {
    const { game, hill, first, service } = await played()
    for (let minute = 0; minute < 12; minute++)
      await give(service, game, {
        key: `m${minute}`,
        challengeId: hill,
        awards: [{ participationId: first, points: 5 }]
      })
    await give(service, game, {
      key: 'other',
      reason: 'Quiz',
      awards: [{ participationId: first, points: 1 }]
    })
    const line = await lineOf(game.id, first)
    expect(line.score).toBe(61)
    const hills = line.adjustments.filter(({ challengeId }) => challengeId === hill)
    // Two where the clock passed a boundary of ten minutes meanwhile.
    expect(hills.length).toBeLessThanOrEqual(2)
    expect(hills.reduce((sum, { times = 0 }) => sum + times, 0)).toBe(12)
    expect(line.adjustments.find(({ challengeId }) => !challengeId)).toMatchObject({
      points: 1,
      times: 1,
      reason: null
    })
    const { data, total } = await domain.services.awards.sums(domain.admin, game.id)
    expect(total).toBe(2)
    expect(data.map(({ challengeId, times, points }) => [challengeId, times, points])).toEqual([
      [hill, 12, 60],
      [null, 1, 1]
    ])
    const path = mkdtempSync(join(tmpdir(), 'halyard-ledger-'))
    try {
      let text = ''
      for await (const part of await domain.services.ledgerExport.file(domain.admin, game.id)) text += part
      writeFileSync(join(path, 'ledger'), text)
      const { stdout } = spawnSync('python3', ['docs/verify.py', join(path, 'ledger')], { encoding: 'utf8' })
      expect(stdout).toMatch(/^1\t61/m)
    } finally {
      rmSync(path, { recursive: true })
    }
  })

  it('are in the audit once an hour for each token and challenge', async () => {
    const { game, hill, first, service } = await played()
    const [, other] = game.challenges
    const by = async () =>
      (
        await query(
          `SELECT after FROM audit_events WHERE action = 'points_given' AND target = $1 ORDER BY id`,
          `game:${game.id}`
        )
      ).map(({ after }) => [after.key, after.challenge])
    const one = (key: string, challengeId: number, ctx = service) =>
      give(ctx, game, { key, challengeId, awards: [{ participationId: first, points: 1 }] })
    await one('a', hill)
    await one('b', hill)
    await one('c', other!.id)
    await one('d', hill, serviceOf(game.id))
    const told = await by()
    expect(told).toEqual(
      expect.arrayContaining([
        ['a', hill],
        ['c', other!.id],
        ['d', hill]
      ])
    )
    await query(`UPDATE game_awards SET at = at - interval '2 hours' WHERE game_id = $1`, game.id)
    await one('e', hill)
    expect((await by()).at(-1)).toEqual(['e', hill])
  })
})

describe('points of a service are refused', () => {
  it('for those who may not give them', async () => {
    const { game, hill, first } = await played()
    const wish = { key: 'x', challengeId: hill, awards: [{ participationId: first, points: 1 }] }
    const elsewhere = serviceOf(game.id + 1)
    for (const ctx of [elsewhere, serviceOf(game.id, ['edit']), domain.as((await domain.team(1)).captain)])
      await refused(give(ctx, game, wish), 'auth.forbidden', 403)
    await refused(give(domain.as(null), game, wish), 'auth.login_required', 401)
    // A token for points reads nothing of the staff.
    await refused(domain.services.awards.sums(serviceOf(game.id), game.id), 'auth.forbidden', 403)
    await refused(
      domain.services.corrections.list(serviceOf(game.id), game.id, { count: 1, skip: 0 }),
      'auth.forbidden',
      403
    )
    expect(await awardsOf(game.id)).toEqual([])
  })

  it('for teams that do not play, challenges that are not open, and outside the game, with the member', async () => {
    const { game, hill, first, second, service } = await played()
    const other = await played()
    const wish = (awards: object[], more: object = {}) =>
      give(service, game, { key: 'x', challengeId: hill, awards, ...more })
    const one = [{ participationId: first, points: 1 }]
    const fault = async (promise: Promise<unknown>, code: string, status = 400) =>
      (await refused(promise, code, status)).extra.field
    await query(`UPDATE participations SET status = 'Suspended' WHERE id = $1`, second)
    const both = [...one, { participationId: second, points: 1 }]
    expect(await fault(wish(both), 'award.not_playing')).toBe('awards.1.participationId')
    const strange = [{ participationId: other.first, points: 1 }]
    expect(await fault(wish(strange), 'participation.not_found', 404)).toBe('awards.0.participationId')
    expect(await fault(wish(one, { challengeId: other.hill }), 'challenge.not_found', 404)).toBe(
      'challengeId'
    )
    await query('UPDATE challenges SET enabled = false WHERE id = $1', hill)
    expect(await fault(wish(one), 'award.challenge_closed')).toBe('challengeId')
    await query('UPDATE challenges SET enabled = true WHERE id = $1', hill)
    await query(`UPDATE games SET end_at = now() - interval '1 minute' WHERE id = $1`, game.id)
    expect(await fault(wish(one), 'game.ended')).toBe('awards.0.participationId')
    await query(
      `UPDATE games SET start_at = now() + interval '1 hour', end_at = now() + interval '2 hours' WHERE id = $1`,
      game.id
    )
    await refused(wish(one), 'game.not_started', 400)
    expect(await awardsOf(game.id)).toEqual([])
  })

  it.each([
    [{ key: '' }, 'key'],
    [{ key: 'two words' }, 'key'],
    [{ key: 'k'.repeat(101) }, 'key'],
    [{ awards: [] }, 'awards'],
    [{ awards: Array.from({ length: 101 }, (_, id) => ({ participationId: id + 1, points: 1 })) }, 'awards'],
    [{ awards: [1, 1].map((participationId) => ({ participationId, points: 1 })) }, 'awards'],
    [{ awards: [{ participationId: 1, points: 0 }] }, 'awards.0.points'],
    [{ awards: [{ participationId: 1, points: 1_000_001 }] }, 'awards.0.points'],
    [{ challengeId: null }, 'reason'],
    [{ reason: 'r'.repeat(201) }, 'reason']
  ])('where the body has %j, at its member', (change, field) => {
    const body = { key: 'k', challengeId: 1, awards: [{ participationId: 1, points: 1 }], ...change }
    expect(awardsInput.safeParse(body).error?.issues[0]?.path.join('.')).toBe(field)
  })
})

it('a freeze holds points of a service back, and a correction takes them back', async () => {
  const { game, hill, first, service } = await played()
  const { services, admin, as } = domain
  const one = (key: string) =>
    give(service, game, { key, challengeId: hill, awards: [{ participationId: first, points: 10 }] })
  await one('before')
  await services.freezing.set(admin, game.id, 'now')
  await expect
    .poll(
      async () => (await query('SELECT freeze_at < now() AS over FROM games WHERE id = $1', game.id))[0].over
    )
    .toBe(true)
  await one('behind')
  const visitor = as(null)
  const published = async () =>
    (await services.awards.published(visitor, game.id)).data.map(({ points }) => points)
  expect(await published()).toEqual([10])
  expect((await services.awards.sums(admin, game.id)).data[0]).toMatchObject({ times: 2, points: 20 })
  await services.corrections.apply(admin, game.id, {
    correction: { kind: 'award', participationIds: [first], points: -20 },
    reason: 'The hill was broken.'
  })
  await query('UPDATE games SET freeze_at = NULL, revealed_at = NULL WHERE id = $1', game.id)
  expect((await lineOf(game.id, first)).score).toBe(0)
})
