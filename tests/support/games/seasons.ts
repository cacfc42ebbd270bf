import { boardCards } from '~/scoring'
import { number, rows } from '~/server/db'
import { appendEntries } from '~/server/ledger'
import type { NewScoreEvent } from '~/server/ledger/contract'
import { createRecordings } from '~/server/replay'
import { recountOutdatedSeasons } from '~/server/seasons/season-standing'
import { changeOf, type Stores } from '../stores/stores'

/** A game that is over, in which these teams have as many points as their ids; returns its id. */
async function addPastGame({ db }: Stores, title: string, teams: readonly number[]): Promise<number> {
  return db.transaction(async (tx) => {
    const [game] = await rows(
      tx,
      { id: number },
      `INSERT INTO games (title, start_at, end_at, public_key, private_seed)
       VALUES ($1, now() - interval '2 h', now() - interval '1 h', 'key', 'seed') RETURNING id`,
      [title]
    )
    const placed = await rows(
      tx,
      { id: number, team: number },
      `INSERT INTO participations (game_id, team_id, status, token) SELECT $1, unnest($2::int[]), 'Accepted', 'token'
       RETURNING id, team_id AS team`,
      [game!.id, teams]
    )
    const at = Date.now() - 5_400_000
    const events = placed.flatMap(({ id: participationId, team }): NewScoreEvent[] => [
      { kind: 'admit', at, participationId, payload: { division: null } },
      { kind: 'award', at, participationId, payload: { points: team, reason: '' } }
    ])
    await appendEntries(tx, game!.id, events)
    return game!.id
  })
}

/** A season of these games and of `past` ones that are over, with its standing; returns its id. */
export async function addSeason(
  stores: Stores,
  games: readonly number[],
  { past = 0, teams = [] }: { past?: number; teams?: readonly number[] } = {}
): Promise<number> {
  const { db, log } = stores
  const over: number[] = []
  for (let place = 1; place <= past; place++) over.push(await addPastGame(stores, `Past ${place}`, teams))
  const [made] = await rows(
    db.pool,
    { id: number },
    `WITH made AS (
       INSERT INTO seasons (title, formula, place_points, best, created_at)
       VALUES ('League', 'places', '{100,80,60}', 10, now()) RETURNING id
     ), added AS (
       INSERT INTO season_games (season_id, game_id, weight) SELECT id, unnest($1::int[]), 150 FROM made)
     SELECT id FROM made`,
    [[...games, ...over]]
  )
  const recordings = createRecordings({ db, cardsOf: (gameId) => boardCards(db, gameId) })
  const ctx = {
    now: new Date(),
    actor: null,
    ip: '',
    userAgent: null,
    requestId: 'test',
    locale: 'en-US' as const
  }
  await recountOutdatedSeasons({ db, change: changeOf(stores), recordings, log }, ctx)
  return made!.id
}
