import { applyEvent, type BoardState, emptyBoard, Freeze } from '~/scoring/rules'
import { bool, row, type Sql } from '~/server/db'
import { endSql } from '~/server/games/contract'
import { readEntries } from '~/server/ledger'

/** Entries of the ledger read at once. */
const PAGE = 5000

/** The board before a freeze at `frozen` (milliseconds), and before the entry `until`; null: without. */
export async function foldPublicBoard(
  sql: Sql,
  gameId: number,
  frozen: number | null,
  until: number | null = null
): Promise<BoardState> {
  const state = emptyBoard()
  const freeze = new Freeze(frozen)
  for (let seq = 0; ; ) {
    const page = await readEntries(sql, gameId, seq, PAGE)
    for (const event of page) {
      if (event.seq === until) return state
      if (!freeze.holds(event)) applyEvent(state, event)
    }
    seq = page.at(-1)?.seq ?? seq
    if (page.length < PAGE) return state
  }
}

/** SQL: an entry of a game does not belong to a correction that was made at the time `$at` or later. */
export const apartFromCorrectionsSinceSql = (at: string, entry = 'e'): string => `NOT EXISTS (
  SELECT FROM score_events k WHERE k.game_id = ${entry}.game_id AND k.kind = 'correction' AND k.at >= ${at}
    AND ${entry}.seq > k.seq AND ${entry}.seq <= k.seq + (k.payload->>'entries')::int)`

interface Pair {
  /** Aliases or placeholders. */
  challenge: string
  participation: string
}

/** SQL, after FROM: answers `a` with the entries `e` by which they solve, without what corrections since the freeze of game `g` did. */
export const SOLVES_AS_TOLD_SQL = `submissions a JOIN score_events e
  ON e.challenge_id = a.challenge_id AND e.submission_id = a.id AND e.kind = 'solve' AND e.game_id = g.id
    AND ${apartFromCorrectionsSinceSql('g.freeze_at')} AND NOT EXISTS (
      SELECT FROM score_events v WHERE v.game_id = g.id AND v.kind = 'void' AND v.participation_id = e.participation_id
        AND v.challenge_id = e.challenge_id AND v.seq > e.seq
        AND (v.submission_id IS NULL OR v.submission_id = e.submission_id)
        AND ${apartFromCorrectionsSinceSql('g.freeze_at', 'v')})`

/** SQL: an entry of these by which the team solved the challenge. */
const solveOf = ({ challenge, participation }: Pair, more: string) => `EXISTS (
  SELECT FROM ${SOLVES_AS_TOLD_SQL} WHERE a.challenge_id = ${challenge} AND a.participation_id = ${participation} ${more})`

const frozen = (game: string) =>
  `coalesce(${game}.revealed_at IS NULL AND ${game}.freeze_at <= clock_timestamp(), false)`

/** SQL: game `g` is frozen. */
export const FROZEN_SQL = frozen('g')

/** SQL: the correction `m` of before the freeze of `game` stood when it began, and gave `answer` another verdict. */
const gaveVerdict = (answer: string, game: string) => `m.kind = 'rejudge' AND m.at < ${game}.freeze_at
  AND (m.undone_at IS NULL OR m.undone_at >= ${game}.freeze_at)
  AND m.plan->'verdicts' @> jsonb_build_array(jsonb_build_object('submissionId', ${answer}.id))`

/**
 * SQL: the verdict of `answer` as members of its team may know it, which nobody is told anew while `game` is frozen: as it was before
 * the first judging again, or undoing of one, behind the freeze. Undoing does nothing to what a later one had judged since.
 */
export const knownStatusSql = (answer = 's', game = 'g'): string => `CASE WHEN ${frozen(game)} THEN coalesce((
  SELECT CASE WHEN k.at >= ${game}.freeze_at THEN v->>'before' ELSE v->>'after' END
  FROM corrections k CROSS JOIN LATERAL jsonb_array_elements(k.plan->'verdicts') v
  WHERE k.game_id = ${game}.id AND k.kind = 'rejudge' AND (k.at >= ${game}.freeze_at OR k.undone_at >= ${game}.freeze_at)
    AND (v->>'submissionId')::int = ${answer}.id
    AND (k.at >= ${game}.freeze_at OR NOT EXISTS (
      SELECT FROM corrections m WHERE m.game_id = k.game_id AND m.number > k.number AND ${gaveVerdict(answer, game)}))
  ORDER BY CASE WHEN k.at >= ${game}.freeze_at THEN k.at ELSE k.undone_at END, k.number LIMIT 1
), ${answer}.status) ELSE ${answer}.status END`

/**
 * SQL: the team sent the flag since the freeze of game `g`; its verdict may have made no entry, as it had a solve by a correction,
 * whose own answer has no text.
 */
const sentSince = ({ challenge, participation }: Pair) => `EXISTS (
  SELECT FROM submissions a JOIN participations o ON o.id = a.participation_id
  WHERE a.challenge_id = ${challenge} AND a.participation_id = ${participation} AND a.submitted_at >= g.freeze_at
    AND a.submitted_at < ${endSql('g', 'o')} AND ${knownStatusSql('a')} = 'Accepted' AND a.answer <> '')`

/** SQL: game `g` is frozen, and results may have changed since; see changedSince. */
export const CHANGED_SQL = `(${FROZEN_SQL} AND EXISTS (
  SELECT FROM score_events h WHERE h.game_id = g.id AND h.kind IN ('correction', 'void') AND h.at >= g.freeze_at))`

/** SQL: the answer `s` was made by a correction since the freeze of game `g`, which teams are not told of. */
export const GRANTED_SINCE_SQL = `(s.ruling IS NOT DISTINCT FROM 'granted' AND ${FROZEN_SQL} AND s.judged_at >= g.freeze_at)`

/**
 * SQL: whether the team has solved the challenge of game `g` as its members may know it: behind a freeze as the public board
 * shows it, and by flags that the team has sent since (docs/rules/freeze.md#what-is-held-back). `stands`: SQL of whether it has,
 * where the game is not frozen.
 */
export const knownSolvedSql = (
  pair: Pair,
  stands = `EXISTS (SELECT FROM solves a WHERE a.challenge_id = ${pair.challenge} AND a.participation_id = ${pair.participation})`
): string => `CASE WHEN ${CHANGED_SQL} THEN ${solveOf(pair, '')} OR ${sentSince(pair)} ELSE ${stands} END`

const OF_TEAM = { challenge: 'c.id', participation: '$2' }

/** Challenges of game $1 that team $2 has solved by its flags since a freeze at $3, which nobody else is told. */
export const SOLVED_SINCE_SQL = `
  SELECT c.id FROM challenges c JOIN games g ON g.id = c.game_id WHERE g.id = $1 AND CASE WHEN ${CHANGED_SQL}
    THEN (${solveOf(OF_TEAM, '')} OR ${sentSince(OF_TEAM)}) AND NOT ${solveOf(OF_TEAM, 'AND e.at < g.freeze_at')}
    ELSE EXISTS (SELECT FROM solves a WHERE a.challenge_id = c.id AND a.participation_id = $2 AND a.solved_at >= $3) END
  ORDER BY 1`

const stamp = (place: number) => `to_timestamp((d->'period'->>${place})::float8 / 1000)`

/**
 * SQL: how many solves of challenge `c` do not lower its value, because an incident stands (docs/rules/scoring.md#stopped-decay).
 * @param freeze SQL of a time, null for none: only what was before it counts
 */
export const freeSolvesSql = (freeze = 'NULL'): string => `(SELECT count(DISTINCT s.submission_id)::int
  FROM corrections k CROSS JOIN LATERAL jsonb_array_elements(k.plan->'decay') d
  JOIN solves s ON s.challenge_id = c.id AND s.solved_at >= ${stamp(0)} AND s.solved_at < ${stamp(1)}
  JOIN participations p ON p.id = s.participation_id AND p.status = 'Accepted'
  WHERE k.game_id = c.game_id AND k.kind = 'incident' AND k.undone_at IS NULL AND (d->>'challengeId')::int = c.id
    AND (${freeze}::timestamptz IS NULL OR k.at < ${freeze} AND s.solved_at < ${freeze}))`

/** SQL: whether results of a game before a freeze at `$at` may have changed since. */
export const changedAfterSql = (game: string, at: string): string => `EXISTS (SELECT FROM score_events
  WHERE game_id = ${game} AND kind IN ('correction', 'void') AND at >= ${at})`

/**
 * Whether results before a freeze at `frozen` may have changed since, so that the tables say something else about them than the
 * public board (docs/rules/freeze.md#what-is-held-back).
 */
export async function changedSince(sql: Sql, gameId: number, frozen: Date): Promise<boolean> {
  const found = await row(
    sql,
    { changed: bool },
    {
      name: 'ledger_changed_since',
      text: `SELECT ${changedAfterSql('$1', '$2')} AS changed`,
      values: [gameId, frozen]
    }
  )
  return found!.changed
}
