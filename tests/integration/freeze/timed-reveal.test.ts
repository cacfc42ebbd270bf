import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { judge } from '~/scoring/judge'
import { systemCtx } from '~/server/access'
import { gameUpdate } from '~/server/games/contract'
import { type Domain, openDomain, refused } from '../../support/domain'
import { type PlayedGame, playGame, sendFlags } from '../../support/fixtures'
import { lockIntake } from '../../support/stores/locks'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain?.close())

const sql = async <T>(text: string, ...values: unknown[]) =>
  (await domain.stores.db.pool.query(text, values)).rows as T[]
const freezing = () => domain.services.freezing

/** A game that ended five minutes ago, frozen for its last half hour. */
async function ended(after: number | null): Promise<PlayedGame> {
  const game = await playGame(domain.stores.db, { teams: 2, challenges: 1 })
  const { services, admin } = domain
  await services.games.update(admin, game.id, gameUpdate.parse({ revealAfter: after }))
  await sql(
    `UPDATE games SET start_at = now() - interval '2 hours', end_at = now() - interval '5 minutes',
       freeze_at = now() - interval '35 minutes' WHERE id = $1`,
    game.id
  )
  return game
}

const revealed = async ({ id }: PlayedGame) =>
  (await sql<{ at: Date | null }>('SELECT revealed_at AS at FROM games WHERE id = $1', id))[0]!.at
const audits = async ({ id }: PlayedGame) =>
  (
    await sql<{ n: number }>(
      `SELECT count(*)::int AS n FROM audit_events WHERE action = 'board_revealed' AND target = $1`,
      `game:${id}`
    )
  )[0]!.n

describe('a frozen board', () => {
  it('shows everything at the minute that was set, once, and not without one', async () => {
    const [never, early, due] = [await ended(null), await ended(6), await ended(5)]
    await Promise.all([1, 2, 3].map(() => freezing().revealDue(systemCtx())))
    expect(await Promise.all([never, early].map(revealed))).toEqual([null, null])
    expect(await revealed(due)).not.toBeNull()
    expect(await audits(due)).toBe(1)
    await freezing().revealDue(systemCtx())
    expect(await audits(due)).toBe(1)
  })

  it('counts from the end of the last division', async () => {
    const game = await ended(0)
    await sql(
      `UPDATE games SET divisions = '{Late}', division_ends = jsonb_build_object('Late', now() + interval '1 hour') WHERE id = $1`,
      game.id
    )
    await freezing().revealDue(systemCtx())
    expect(await revealed(game)).toBeNull()
    await sql(
      `UPDATE games SET division_ends = jsonb_build_object('Late', now() - interval '1 second') WHERE id = $1`,
      game.id
    )
    await freezing().revealDue(systemCtx())
    expect(await revealed(game)).not.toBeNull()
  })

  it('waits for verdicts, and leaves the reveal to a ceremony that has begun', async () => {
    const waiting = await ended(0)
    const [team] = waiting.teams
    await sendFlags(domain.stores.db, waiting, [{ team: team!, challenge: waiting.challenges[0]! }])
    const shown = await ended(0)
    await domain.services.ceremonies.start(domain.admin, shown.id, null)
    await freezing().revealDue(systemCtx())
    expect(await Promise.all([waiting, shown].map(revealed))).toEqual([null, null])
    await judge(domain.stores.db, waiting.id)
    await domain.services.ceremonies.cancel(domain.admin, shown.id)
    await freezing().revealDue(systemCtx())
    expect((await Promise.all([waiting, shown].map(revealed))).every(Boolean)).toBe(true)
  })

  it('waits for flags that came before the end and are still being stored, as a ceremony does', async () => {
    const { db } = domain.stores
    const ways = [
      (_: PlayedGame) => freezing().revealDue(systemCtx()),
      async ({ id }: PlayedGame) =>
        void (await refused(
          domain.services.ceremonies.start(domain.admin, id, null),
          'ceremony.unjudged',
          400
        ))
    ]
    for (const begin of ways) {
      const game = await ended(0)
      const intake = await lockIntake(db, game.id)
      const begun = begin(game)
      await intake.waited()
      const [team] = game.teams
      const at = Date.now() - 400_000
      await sendFlags(db, game, [{ team: team!, challenge: game.challenges[0]!, at }])
      await intake.unlock()
      await begun
      expect(await revealed(game)).toBeNull()
      await judge(db, game.id)
      await freezing().revealDue(systemCtx())
      const bloods = await sql('SELECT type FROM notices WHERE game_id = $1', game.id)
      expect(bloods).toEqual([{ type: 'FirstBlood' }])
    }
  })

  it('has a time of a week at most, which other edits keep', async () => {
    const game = await ended(30)
    for (const wrong of [-1, 10_081, 1.5, 'soon'])
      expect(gameUpdate.safeParse({ revealAfter: wrong }).success, String(wrong)).toBe(false)
    const { services, admin } = domain
    await services.games.update(admin, game.id, gameUpdate.parse({ summary: 'New' }))
    const kept = async () => (await services.games.editOne(admin, game.id)).revealAfter
    expect(await kept()).toBe(30)
    await services.games.update(admin, game.id, gameUpdate.parse({ revealAfter: null }))
    expect(await kept()).toBeNull()
    const player = domain.as(game.teams[0]!.members[0]!)
    await refused(
      services.games.update(player, game.id, gameUpdate.parse({ revealAfter: 1 })),
      'auth.forbidden',
      403
    )
  })
})
