import { BLOOD_KINDS } from '~/scoring/rules'
import { type Database, json, nullable, number, oneOf, row, rows, type Sql, texts, time } from '~/server/db'
import { type NoticeView, noticeChange, noticeView } from '~/server/notices/contract'
import { wireTime } from '~/server/platform/time'
import type { Judged } from './verdicts'

interface Blood {
  type: (typeof BLOOD_KINDS)[number]
  challengeId: number
  values: [team: string, challenge: string]
  at: number
}

/** Bloods in ledger order, without those after the freeze (a solve is before the end, however late it is judged;
 * docs/rules/scoring.md#blood-order). */
export function bloodsAmong(rows: readonly Judged[]): Blood[] {
  const solves = new Map<number, number>()
  const bloods: Blood[] = []
  for (const row of rows) {
    if (!row.solved || !row.counted) continue
    const place = solves.get(row.challengeId) ?? row.before
    solves.set(row.challengeId, place + 1)
    const type = BLOOD_KINDS[place]
    if (type && row.challengeOpen && !row.frozen)
      bloods.push({
        ...{ type, challengeId: row.challengeId, at: row.at },
        values: [row.teamName, row.challengeTitle]
      })
  }
  return bloods
}

/** Their time is that of the solve. */
export async function storeBloodNotices(sql: Sql, gameId: number, bloods: readonly Blood[]): Promise<void> {
  if (bloods.length === 0) return
  await sql.query({
    name: 'judge_notices',
    text: `
      INSERT INTO notices (game_id, type, challenge_id, "values", published_at)
      SELECT $1, type, id, ARRAY[team, challenge], to_timestamp(at / 1000.0)
      FROM unnest($2::text[], $3::text[], $4::text[], $5::int8[], $6::int[])
        WITH ORDINALITY AS blood (type, team, challenge, at, id, place)
      ORDER BY place`,
    values: [
      gameId,
      bloods.map(({ type }) => type),
      bloods.map(({ values }) => values[0]),
      bloods.map(({ values }) => values[1]),
      bloods.map(({ at }) => at),
      bloods.map(({ challengeId }) => challengeId)
    ]
  })
}

const NOTICE = {
  id: number,
  type: oneOf(noticeView.shape.type.options),
  values: texts,
  at: time,
  change: nullable(json(noticeChange))
}

export class NoticeTail {
  /** Id of the last one read; null before `open`. */
  #last: number | null = null

  constructor(
    private readonly db: Database,
    private readonly gameId: number
  ) {}

  /**
   * Starts after the last notice that viewers got, the first time. `lastPushed`: its id, given the id of the newest; when it rejects,
   * nothing older than the newest is read.
   */
  async open(lastPushed = async (newest: number) => newest): Promise<void> {
    if (this.#last !== null) return
    const newest = await row(
      this.db.pool,
      { last: nullable(number) },
      'SELECT max(id) AS last FROM notices WHERE game_id = $1',
      [this.gameId]
    )
    const last = newest?.last ?? 0
    this.#last = await lastPushed(last).catch(() => last)
  }

  async next(): Promise<NoticeView[]> {
    const notices = await this.read(this.db.pool)
    this.advance(notices)
    return notices
  }

  /** Notices after the last one; complete under the ledger lock, since every writer keeps it until the commit. */
  async read(sql: Sql): Promise<NoticeView[]> {
    const notices = await rows(sql, NOTICE, {
      name: 'notices_after',
      text: `SELECT id, type, "values", published_at AS at, change FROM notices
             WHERE game_id = $1 AND id > $2 ORDER BY id LIMIT 1000`,
      values: [this.gameId, this.#last]
    })
    return notices.map(({ id, type, values, at, change }) => ({
      id,
      type,
      values,
      time: wireTime(at),
      ...(change && { change })
    }))
  }

  /** Call it for notices of a transaction only after its commit. */
  advance(notices: readonly NoticeView[]): void {
    this.#last = notices.at(-1)?.id ?? this.#last
  }
}
