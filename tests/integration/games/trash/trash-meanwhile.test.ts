import { describe, expect, it } from 'vitest'
import { judge } from '~/scoring/judge'
import type { CorrectionInput } from '~/server/corrections/contract'
import { verifyChain } from '~/server/ledger'
import { HOUR_MS, MINUTE_MS } from '~/server/platform/time'
import { type PlayedGame, playGame, sendFlags } from '~/tests/support/fixtures'
import { openTrashSuite } from '~/tests/support/games/trash-suite'
import { foldedBoard } from '~/tests/support/scoring/scoring'

const suite = openTrashSuite()
const { rows, restore } = suite

/** Each team solves each challenge, one a minute, the last five minutes ago. */
async function played(plan: Parameters<typeof playGame>[1] = {}): Promise<PlayedGame> {
  const { db } = suite.domain.stores
  const game = await playGame(db, { teams: 3, challenges: 2, ...plan })
  const pairs = game.teams.flatMap((team) => game.challenges.map((challenge) => ({ team, challenge })))
  const last = Date.now() - 5 * MINUTE_MS
  await sendFlags(
    db,
    game,
    pairs.map((pair, index) => ({ ...pair, at: last - (pairs.length - 1 - index) * MINUTE_MS }))
  )
  while ((await judge(db, game.id)).rows.length > 0);
  return game
}

const solves = (game: PlayedGame) =>
  rows<{ team: number; challenge: number }>(
    `SELECT participation_id AS team, challenge_id AS challenge FROM solves WHERE game_id = $1 ORDER BY 1, 2`,
    game.id
  )
const board = async (game: PlayedGame) => ({ ...(await foldedBoard(suite.domain.stores, game.id)), seq: 0 })

const correct = async (game: PlayedGame, correction: CorrectionInput) =>
  (
    await suite.domain.services.corrections.apply(suite.admin, game.id, {
      ...{ correction, reason: 'It was so.' }
    })
  ).number
const undo = (game: PlayedGame, number: number) =>
  suite.domain.services.corrections.undo(suite.admin, game.id, number, { reason: 'It was not.' })

const deleteTeam = (game: PlayedGame) =>
  suite.domain.services.teams.adminDelete(suite.admin, game.teams[2]!.teamId)
const deleteChallenge = (game: PlayedGame) =>
  suite.domain.services.challenges.remove(suite.admin, game.id, game.challenges[1]!.id)

/** What is deleted, how, and as what it comes back. */
const THINGS = {
  team: { remove: deleteTeam, back: (game: PlayedGame) => restore('team', game.teams[2]!.teamId) },
  challenge: {
    remove: deleteChallenge,
    back: (game: PlayedGame) => restore('challenge', game.challenges[1]!.id)
  }
}

describe.each(Object.entries(THINGS))('what happened while a %s was in the trash', (_, { remove, back }) => {
  it('the end that moved counts for its solves, too', async () => {
    const game = await played()
    const { games } = suite.domain.services
    const whole = await solves(game)
    await remove(game)
    // The last solve of all comes five minutes ago, and is of the deleted team and challenge.
    await games.update(suite.admin, game.id, { end: new Date(Date.now() - 5.5 * MINUTE_MS) })
    await back(game)
    expect(await solves(game)).toEqual(whole.slice(0, -1))
    await remove(game)
    await games.update(suite.admin, game.id, { end: new Date(Date.now() + HOUR_MS) })
    await back(game)
    expect(await solves(game)).toEqual(whole)
    expect((await verifyChain(suite.domain.stores.db.pool, game.id)).firstBad).toBeNull()
  })

  it('a correction that was undone is undone for it, too', async () => {
    const game = await played()
    const [whole, shown] = [await solves(game), await board(game)]
    const [, , { participationId }] = game.teams as [unknown, unknown, { participationId: number }]
    const numbers = [
      await correct(game, { kind: 'void', challengeId: game.challenges[1]!.id }),
      await correct(game, { kind: 'award', participationIds: [participationId], points: -77 })
    ]
    await remove(game)
    for (const number of numbers) await undo(game, number)
    await back(game)
    expect(await solves(game)).toEqual(whole)
    expect(await board(game)).toMatchObject({
      items: shown.items.map(({ id, score, rank }) => ({ id, score, rank }))
    })
    expect((await verifyChain(suite.domain.stores.db.pool, game.id)).firstBad).toBeNull()
  })

  it('nothing is written when nothing happened', async () => {
    const game = await played()
    await correct(game, { kind: 'void', challengeId: game.challenges[1]!.id })
    await remove(game)
    await back(game)
    expect(await rows('SELECT FROM corrections WHERE game_id = $1', game.id)).toHaveLength(1)
  })
})

it('a value falls again when the incident that held it was undone while the challenge was in the trash', async () => {
  const game = await played()
  const shown = await board(game)
  const from = new Date(Date.now() - 30 * MINUTE_MS)
  const times = { from, to: new Date(), challengeIds: null }
  const number = await correct(game, { kind: 'incident', ...times, solves: 'keep', decay: 'stop' })
  expect(await board(game)).not.toEqual(shown)
  await deleteChallenge(game)
  await undo(game, number)
  await restore('challenge', game.challenges[1]!.id)
  expect(await board(game)).toMatchObject({
    items: shown.items.map(({ id, score, rank }) => ({ id, score, rank }))
  })
})

describe('a release whose time passed in the trash', () => {
  /** Nothing releases here until it is told to, so the time may be over before the challenge is deleted. */
  const planned = async (game: PlayedGame) => {
    const { id } = game.challenges[1]!
    await rows(
      `UPDATE challenges SET enabled = false, release_at = now() - interval '1 minute', release_announce = true
       WHERE id = $1`,
      id
    )
    return id
  }
  const released = async (game: PlayedGame, id: number) => {
    await suite.domain.services.challenges.releaseDue(suite.admin)
    const [found] = await rows(
      'SELECT enabled, release_at, release_fault AS fault FROM challenges WHERE id = $1',
      id
    )
    const notices = await rows(`SELECT FROM notices WHERE game_id = $1 AND type = 'NewChallenge'`, game.id)
    return { found, notices: notices.length }
  }
  const FAILED = { found: { enabled: false, release_at: null, fault: 'challenge.release_past' }, notices: 0 }

  it('does not publish a challenge that comes back', async () => {
    const game = await played()
    const id = await planned(game)
    await deleteChallenge(game)
    await restore('challenge', id)
    expect(await released(game, id)).toEqual(FAILED)
  })

  it('does not publish the challenges of a game that comes back', async () => {
    const game = await played()
    const id = await planned(game)
    await suite.domain.services.games.remove(suite.admin, game.id)
    await restore('game', game.id)
    expect(await released(game, id)).toEqual(FAILED)
  })
})
