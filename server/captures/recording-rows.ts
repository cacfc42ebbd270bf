import {
  type Database,
  nullable,
  number,
  type RowOf,
  row,
  rows,
  type Sql,
  takeLock,
  text,
  uuid
} from '~/server/db'
import { endSql } from '~/server/games/contract'
import { createSemaphore } from '~/server/platform/concurrency/semaphore'
import type { CaptureLimits } from './limits'

const endOfTeam = (participation: string) =>
  `coalesce((SELECT ${endSql('g', 'o')} FROM participations o WHERE o.id = ${participation}), g.end_at)`

/** SQL: true if challenge `c` of game `g` records a team now, practice excluded (docs/rules/instances.md#captures). */
export const isRecordedSql = (participation: string): string =>
  `(c.traffic_capture AND g.start_at <= clock_timestamp() AND clock_timestamp() < ${endOfTeam(participation)})`

const FACTS_COLUMNS = {
  instance: uuid,
  container: nullable(text),
  gameId: number,
  challengeId: number,
  challenge: text,
  participationId: number,
  teamId: number,
  team: text,
  userId: uuid,
  user: text
}
export type CaptureFacts = RowOf<typeof FACTS_COLUMNS>

const OPENED = {
  id: number,
  charged: number,
  /** Milliseconds that recording may go on. */
  left: number
}
type OpenedRow = RowOf<typeof OPENED>

export interface Written {
  id: number
  bytes: number
  dropped: number
}

/** Rows as the writer uses them. All methods reject with the database. */
export interface CaptureRows {
  /** Null when the ticket's connections are not recorded. */
  facts(ticket: string): Promise<CaptureFacts | null>
  /** Creates a row and reserves quota. `over`: no longer recorded; `full`: a quota is used up. */
  open(facts: CaptureFacts, file: string, address: string, want: number): Promise<OpenedRow | 'over' | 'full'>
  /** Reserves more as quotas allow. @returns all reserved bytes; null when the row is deleted */
  reserve(id: number, facts: CaptureFacts, want: number): Promise<number | null>
  /** @returns milliseconds left by id; a missing id was deleted */
  renew(all: readonly Written[]): Promise<Map<number, number>>
  /** Closes the row. If it was closed for its writer already, it keeps its size, and later bytes count as dropped. */
  close(written: Written): Promise<void>
  discard(id: number): Promise<void>
  /** Counts them in the instance's newest file, else in a row without a file. */
  recordDropped(facts: CaptureFacts, file: string, address: string, dropped: number): Promise<void>
}

/** Seconds without renewal after which a file counts as closed. */
export const LEASE_SECONDS = 60
/** Leaves connections of the pool to others. */
const CONCURRENCY = 3

const LEASE = `clock_timestamp() + interval '${LEASE_SECONDS} seconds'`
const left = (participation: string) =>
  `greatest(0, extract(epoch FROM ${endOfTeam(participation)} - clock_timestamp()) * 1000)::float8`

const FACTS = `
  SELECT i.id AS instance, i.container, i.game_id AS "gameId", i.challenge_id AS "challengeId", c.title AS challenge,
    i.participation_id AS "participationId", m.id AS "teamId", m.name AS team, u.id AS "userId", u.user_name AS user
  FROM instance_tickets k JOIN instances i ON i.id = k.instance_id AND i.kind = 'team'
  JOIN challenges c ON c.id = i.challenge_id JOIN games g ON g.id = i.game_id
  JOIN participations p ON p.id = i.participation_id JOIN teams m ON m.id = p.team_id
  JOIN users u ON u.id = k.user_id
  WHERE k.id = $1 AND ${isRecordedSql('i.participation_id')}`

/** Bytes left of `$1` for participation `$2` by the quotas `$3` and `$4`. */
const ROOM = `
  SELECT least($3 - coalesce(sum(charged) FILTER (WHERE instance_id = $1), 0), $4 - coalesce(sum(charged), 0))::float8
    AS room FROM captures WHERE participation_id = $2`

const INSERT = `
  INSERT INTO captures (instance_id, game_id, challenge_id, participation_id, user_id, file, address, charged,
    lease_until, closed_at, dropped)
  SELECT (SELECT id FROM instances WHERE id = $1), g.id, c.id, $4, (SELECT id FROM users WHERE id = $5), $6, $7, $8::bigint,
    ${LEASE}, CASE WHEN $8::bigint = 0 THEN clock_timestamp() END, $9::bigint
  FROM challenges c JOIN games g ON g.id = c.game_id
  WHERE g.id = $2 AND c.id = $3 AND EXISTS (SELECT FROM participations WHERE id = $4)`

const RENEW = `
  UPDATE captures k SET bytes = w.bytes, dropped = w.dropped, lease_until = ${LEASE},
    updated_at = CASE WHEN k.bytes = w.bytes THEN k.updated_at ELSE clock_timestamp() END
  FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) w (id, bytes, dropped), challenges c, games g
  WHERE k.id = w.id AND k.closed_at IS NULL AND c.id = k.challenge_id AND g.id = k.game_id
  RETURNING k.id, CASE WHEN ${isRecordedSql('k.participation_id')} THEN ${left('k.participation_id')} ELSE 0 END AS left`

const CLOSE = `
  UPDATE captures SET bytes = CASE WHEN closed_at IS NULL THEN $2::bigint ELSE bytes END,
    dropped = $3::bigint + CASE WHEN closed_at IS NULL THEN 0 ELSE greatest($2::bigint - bytes, 0) END,
    charged = CASE WHEN closed_at IS NULL THEN greatest($2::bigint, $4::bigint) ELSE charged END,
    updated_at = clock_timestamp(), closed_at = coalesce(closed_at, clock_timestamp())
  WHERE id = $1`

const valuesOf = (facts: CaptureFacts, file: string, address: string, charged: number, dropped: number) => {
  const { instance, gameId, challengeId, participationId, userId } = facts
  return [instance, gameId, challengeId, participationId, userId, file, address, charged, dropped]
}

export function createCaptureRows(db: Database, limits: CaptureLimits): CaptureRows {
  const semaphore = createSemaphore(CONCURRENCY)

  const decide = <T>(
    { instance, participationId }: CaptureFacts,
    work: (sql: Sql, room: number) => Promise<T>
  ) =>
    semaphore(() =>
      db.transaction(async (sql) => {
        await takeLock(sql, 'captureQuota', participationId)
        const values = [instance, participationId, limits.instance, limits.team]
        const left = await row(sql, { room: number }, ROOM, values)
        return work(sql, Math.max(0, left!.room))
      })
    )

  return {
    async facts(ticket) {
      const facts = await row(db.pool, FACTS_COLUMNS, {
        name: 'capture_facts',
        text: FACTS,
        values: [ticket]
      })
      return facts ?? null
    },

    open: (facts, file, address, want) =>
      decide(facts, async (sql, room) => {
        if (room < limits.least) return 'full'
        const charged = Math.min(want, room)
        const opened = await row(
          sql,
          OPENED,
          `${INSERT} AND ${isRecordedSql('$4')}
           RETURNING id, charged, (SELECT ${left('$4')} FROM games g WHERE g.id = game_id) AS left`,
          valuesOf(facts, file, address, charged, 0)
        )
        return opened ?? 'over'
      }),

    reserve: (id, facts, want) =>
      decide(facts, async (sql, room) => {
        const reserved = await row(
          sql,
          { charged: number },
          'UPDATE captures SET charged = charged + $2 WHERE id = $1 AND closed_at IS NULL RETURNING charged',
          [id, Math.min(want, room)]
        )
        return reserved?.charged ?? null
      }),

    async renew(all) {
      if (all.length === 0) return new Map()
      const renewed = await rows(db.pool, { id: number, left: number }, RENEW, [
        all.map(({ id }) => id),
        all.map(({ bytes }) => bytes),
        all.map(({ dropped }) => dropped)
      ])
      return new Map(renewed.map(({ id, left }) => [id, left]))
    },

    close: ({ id, bytes, dropped }) =>
      semaphore(async () => {
        await db.pool.query(CLOSE, [id, bytes, dropped, limits.least])
      }),

    discard: async (id) => void (await db.pool.query('DELETE FROM captures WHERE id = $1', [id])),

    recordDropped: (facts, file, address, dropped) =>
      decide(facts, async (sql) => {
        const { rowCount } = await sql.query(
          `UPDATE captures SET dropped = dropped + $2
           WHERE id = (SELECT max(id) FROM captures WHERE instance_id = $1 AND closed_at IS NOT NULL)`,
          [facts.instance, dropped]
        )
        if (rowCount === 0) await sql.query(INSERT, valuesOf(facts, file, address, 0, dropped))
      })
  }
}
