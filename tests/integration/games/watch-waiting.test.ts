import { afterAll, beforeAll, expect, it } from 'vitest'
import type { GameRole } from '~/server/access/constants'
import type { Ctx } from '~/server/access/contract'
import { HOUR_MS } from '~/server/platform/time'
import { type Domain, openDomain } from '../../support/domain'
import { type PlayedGame, playGame } from '../../support/fixtures'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain?.close())

const query = async (text: string, ...values: unknown[]) =>
  (await domain.stores.db.pool.query(text, values)).rows

async function roleIn(game: PlayedGame, role: GameRole): Promise<Ctx> {
  const [person] = await domain.users(1)
  const ctx = domain.as(person!)
  return { ...ctx, actor: { ...ctx.actor!, games: { [game.id]: role } } }
}

/** A case of each state, two drafts, two teams without a review. */
async function waitingGame(): Promise<PlayedGame> {
  const game = await playGame(domain.stores.db, { teams: 4, challenges: 1 })
  await query(
    `WITH made AS (
       INSERT INTO cases (game_id, number, title, state, opened_at)
       SELECT $1, n, 'Alike', CASE n WHEN 1 THEN 'open' WHEN 2 THEN 'appealed' ELSE 'closed' END, now() - n * interval '1 hour'
       FROM generate_series(1, 3) n RETURNING id, number),
     decided AS (
       INSERT INTO case_decisions (case_id, outcome, participation_ids, challenge_ids, reason, state, proposed_at, answered_at,
           suspended)
       SELECT id, 'warning', ARRAY[$2::int], '{}', 'x', CASE number WHEN 1 THEN 'proposed' ELSE 'confirmed' END, now(),
         CASE number WHEN 1 THEN NULL ELSE now() END, '{}' FROM made WHERE number < 3 RETURNING id, state)
     INSERT INTO case_appeals (decision_id, participation_id, at, text)
     SELECT id, $2, now(), 'We did not.' FROM decided WHERE state = 'confirmed'`,
    game.id,
    game.teams[0]!.participationId
  )
  for (const team of [1, 2]) {
    const correction = {
      kind: 'award' as const,
      participationIds: [game.teams[team]!.participationId],
      points: 5
    }
    await domain.services.corrections.drafts.propose(domain.admin, game.id, {
      correction,
      reason: 'Because.'
    })
  }
  await query(
    `UPDATE participations SET status = 'Pending' WHERE id = ANY ($1)`,
    game.teams.slice(2).map(({ participationId }) => participationId)
  )
  return game
}

it('the watch tells what waits for staff, and each reader only what they may decide', async () => {
  const game = await waitingGame()
  const read = async (ctx: Ctx) => {
    const { waiting } = await domain.services.watching.of(ctx, game.id)
    return Object.fromEntries(waiting.map(({ what, count }) => [what, count]))
  }
  expect(await read(domain.admin)).toEqual({
    ...{ cases: 1, appeals: 1, proposals: 1, drafts: 2, teams: 2, writeups: 0 }
  })
  expect(await read(await roleIn(game, 'monitor'))).toEqual({ cases: 1 })
  expect(await read(await roleIn(game, 'support'))).toEqual({})
  const [row] = (await domain.services.watching.of(domain.admin, game.id)).waiting
  const opened = await query(
    `SELECT opened_at AS at FROM cases WHERE game_id = $1 AND state = 'open'`,
    game.id
  )
  expect(row).toEqual({ what: 'cases', count: 1, since: opened[0]!.at.getTime() })
})

it('a backup that is old is marked, and a new one is not', async () => {
  const cell = async () => {
    const game = await playGame(domain.stores.db, { teams: 1, challenges: 1 })
    const { health } = await domain.services.watching.of(domain.admin, game.id)
    return health.find(({ name }) => name === 'backup')!
  }
  const made = (hours: number) =>
    query(
      `INSERT INTO settings (key, value) VALUES ('backup', $1) ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
      JSON.stringify({
        at: new Date(Date.now() - hours * HOUR_MS).toISOString(),
        name: 'x.zip',
        fault: null
      })
    )
  expect((await cell()).state).toBe('unused')
  await made(1)
  expect((await cell()).state).toBe('ok')
  await made(49)
  expect((await cell()).state).toBe('warn')
})
