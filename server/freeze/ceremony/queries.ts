import { z } from 'zod'
import type { Tries } from '~/scoring/rules'
import { bool, json, number, type RowOf, row, rows, type Sql, time } from '~/server/db'
import { endSql } from '~/server/games/contract'
import type { StoredStep } from './model'

const PLACE = {
  started: time,
  frozen: time,
  seq: number,
  total: number,
  position: number,
  version: number,
  blank: bool,
  paused: bool,
  done: bool
}
export type PlaceRow = RowOf<typeof PLACE>

/** The place of a ceremony without its steps; null without a ceremony. */
export async function findCeremonyState(sql: Sql, gameId: number): Promise<PlaceRow | null> {
  const found = await row(
    sql,
    PLACE,
    `SELECT c.started_at AS started, c.frozen_at AS frozen, c.seq, c.total, c.position, c.version, c.blank, c.paused,
            g.revealed_at IS NOT NULL AS done
     FROM ceremonies c JOIN games g ON g.id = c.game_id WHERE c.game_id = $1`,
    [gameId]
  )
  return found ?? null
}

const step = z.tuple([z.int(), z.int(), z.int()])
const STEPS = { steps: json(z.array(step)) }

/** [] without a ceremony. */
export async function readCeremonySteps(sql: Sql, gameId: number): Promise<StoredStep[]> {
  const found = await row(sql, STEPS, 'SELECT steps FROM ceremonies WHERE game_id = $1', [gameId])
  return found?.steps ?? []
}

/** SQL: failed tries. $3: the last end of the game, which limits what is read. */
const FAILED = `
  SELECT s.participation_id AS "participationId", s.challenge_id AS "challengeId", count(*)::int AS count
  FROM submissions s JOIN games g ON g.id = s.game_id JOIN participations p ON p.id = s.participation_id
  WHERE s.game_id = $1 AND s.submitted_at >= $2 AND s.submitted_at < $3 AND s.submitted_at < ${endSql('g', 'p')}
    AND s.status IN ('WrongAnswer', 'CheatDetected')
  GROUP BY 1, 2 ORDER BY 1, 2 LIMIT $4`

/** Wrong answers from the freeze to the end of their team, for at most `most` pairs of team and challenge. */
export const listTriesBehindFreeze = (
  sql: Sql,
  gameId: number,
  { freeze, end }: { freeze: Date; end: Date },
  most: number
): Promise<Tries[]> =>
  rows(sql, { participationId: number, challengeId: number, count: number }, FAILED, [
    gameId,
    freeze,
    end,
    most
  ])

/** The number of the newest entry; 0 for an empty ledger. */
export async function readLedgerHead(sql: Sql, gameId: number): Promise<number> {
  const found = await row(sql, { seq: number }, 'SELECT seq FROM ledger_heads WHERE game_id = $1', [gameId])
  return found?.seq ?? 0
}

/** True while a flag of the game waits for its verdict. */
export async function isUnjudged(sql: Sql, gameId: number): Promise<boolean> {
  const found = await row(
    sql,
    { waiting: bool },
    'SELECT EXISTS (SELECT FROM unjudged WHERE game_id = $1) AS waiting',
    [gameId]
  )
  return found!.waiting
}
