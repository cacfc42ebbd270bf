import { afterAll, beforeAll, expect, it } from 'vitest'
import { judge } from '~/scoring/judge'
import { HOUR_MS } from '~/server/platform/time'
import { type Domain, openDomain } from '../../support/domain'
import { type PlayedGame, playGame, type SentFlag, sendFlags } from '../../support/fixtures'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

async function play(game: PlayedGame, sent: SentFlag[]): Promise<void> {
  await sendFlags(domain.stores.db, game, sent)
  while ((await judge(domain.stores.db, game.id)).rows.length > 0);
}

const figures = async ({ id }: PlayedGame) =>
  (await domain.services.challenges.editList(domain.admin, id)).map(
    ({ acceptedCount, attempts, solveRate, firstBlood }) => [
      acceptedCount,
      attempts,
      solveRate,
      firstBlood?.team ?? null
    ]
  )

it('figures count solves, attempts and the first blood of teams on the board, and nothing after the end', async () => {
  const { db } = domain.stores
  const game = await playGame(db, { teams: 4, challenges: 2 })
  const [first, second, third] = game.teams as [(typeof game.teams)[0], ...typeof game.teams]
  const [tide] = game.challenges as [(typeof game.challenges)[0], ...typeof game.challenges]
  expect(await figures(game)).toEqual([
    [0, 0, 0, null],
    [0, 0, 0, null]
  ])
  const at = Date.now() - HOUR_MS / 2
  await play(game, [
    { team: second!, challenge: tide, answer: 'flag{no}', at },
    // Judged first, sent later.
    { team: second!, challenge: tide, at: at + 2000 },
    { team: first, challenge: tide, at: at + 1000 },
    { team: third!, challenge: tide, answer: 'flag{no}', at: at + 3000 }
  ])
  const played = [
    [2, 4, 0.5, first.name],
    [0, 0, 0, null]
  ]
  expect(await figures(game)).toEqual(played)
  // Not judged, so it is no attempt.
  await sendFlags(db, game, [{ team: third!, challenge: tide, answer: 'flag{later}' }])
  expect(await figures(game)).toEqual(played)

  await domain.services.participations.setStatus(domain.admin, first.participationId, 'Suspended')
  expect((await figures(game))[0]).toEqual([1, 3, 1 / 3, second!.name])
  await domain.services.participations.setStatus(domain.admin, first.participationId, 'Accepted')
  expect((await figures(game))[0]).toEqual(played[0])

  await db.pool.query(`UPDATE games SET end_at = now() - interval '10 minutes' WHERE id = $1`, [game.id])
  await play(game, [{ team: third!, challenge: tide }])
  expect((await figures(game))[0]).toEqual(played[0])
  // The end moves, so that practice answers are now in time; they still win nothing.
  await db.pool.query(`UPDATE games SET end_at = now() + interval '10 minutes' WHERE id = $1`, [game.id])
  expect((await figures(game))[0]).toEqual([2, 6, 0.5, first.name])
})

it('figures have no rate without a team', async () => {
  const game = await playGame(domain.stores.db, { teams: 0, challenges: 1 })
  expect(await figures(game)).toEqual([[0, 0, null, null]])
})
