import { nullable, number, type Pool, rows } from '~/server/db'
import type { GameFacts } from '~/server/games/contract'
import { MINUTE_MS } from '~/server/platform/time'
import type { Watch } from './contract'
import { isUnusual, rightShare, usualRange } from './rules'

type Tile = Watch['tiles'][number]

const LINE = 60
/** Minutes that the figures look back. */
export const WINDOW = 180
const RECENT = 5

// Reads the index by time; skips the unfinished minute. Imported submissions have the time of their verdict from when they
// were sent: the judge took no time for them.
const SUBMISSIONS = `
  SELECT floor(extract(epoch FROM $2::timestamptz - submitted_at) / 60)::int AS ago, count(*)::int AS sent,
         count(*) FILTER (WHERE status = 'Accepted')::int AS "right",
         count(*) FILTER (WHERE status IN ('WrongAnswer', 'CheatDetected'))::int AS wrong,
         count(DISTINCT participation_id)::int AS teams,
         (percentile_disc(0.95) WITHIN GROUP (ORDER BY extract(epoch FROM judged_at - submitted_at) * 1000)
           FILTER (WHERE judged_at > submitted_at))::float8 AS lag
  FROM submissions
  WHERE game_id = $1 AND submitted_at > $2::timestamptz - interval '${WINDOW} minutes' AND submitted_at <= $2
  GROUP BY 1`

const RUNNING = `
  SELECT m.ago, count(i.ready_at)::int AS n
  FROM generate_series(0, ${WINDOW - 1}) m (ago)
  LEFT JOIN (
    SELECT ready_at, ended_at FROM instances
    WHERE game_id = $1 AND ready_at IS NOT NULL
      AND (ended_at IS NULL OR ended_at > $2::timestamptz - interval '${WINDOW} minutes')
  ) i ON i.ready_at <= $2::timestamptz - m.ago * interval '1 minute'
     AND (i.ended_at IS NULL OR i.ended_at > $2::timestamptz - m.ago * interval '1 minute')
  GROUP BY m.ago`

const MINUTE_ROW = {
  ago: number,
  sent: number,
  right: number,
  wrong: number,
  teams: number,
  lag: nullable(number)
}
type Minute = { sent: number; right: number; wrong: number; teams: number; lag: number | null }

const known = (values: (number | null)[]) => values.filter((value) => value !== null)
const mean = (values: number[]) =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length

/** @param minutes newest first, without those before the start @param isEnough whether the value may be held against them */
function tile(name: Tile['name'], minutes: (number | null)[], value: number | null, isEnough = true): Tile {
  const usual = usualRange(known(minutes.slice(LINE)))
  return {
    name,
    value,
    line: Array.from({ length: LINE }, (_, place) => minutes[LINE - 1 - place] ?? null),
    usual,
    unusual: isEnough && isUnusual(name, value, usual)
  }
}

/** @param sockets by minute, newest first and of {@link WINDOW} minutes; null while Redis does not answer */
export async function readTiles(
  pool: Pool,
  { id: gameId, start }: Pick<GameFacts, 'id' | 'start'>,
  sockets: readonly number[] | null,
  now: Date
): Promise<Tile[]> {
  const found = await rows(pool, MINUTE_ROW, SUBMISSIONS, [gameId, now])
  const running = await rows(pool, { ago: number, n: number }, RUNNING, [gameId, now])
  const played = Math.min(WINDOW, Math.floor((now.getTime() - start.getTime()) / MINUTE_MS))
  const byAgo = new Map<number, Minute>(found.map((one) => [one.ago, one]))
  const newest = Array.from({ length: Math.max(0, played - 1) }, (_, place) => byAgo.get(place + 1))
  const minutes = (of: (one: Minute | undefined) => number | null) => newest.map(of)
  const recent = (values: (number | null)[]) => mean(known(values.slice(0, RECENT)))
  const counts = (field: 'sent' | 'right' | 'teams') => minutes((one) => one?.[field] ?? 0)
  const share = minutes((one) => rightShare([one]).share)
  const rights = rightShare(newest.slice(0, RECENT))
  const lag = minutes((one) => one?.lag ?? null)
  const [sent, right, teams] = [counts('sent'), counts('right'), counts('teams')]
  const instances: (number | null)[] = []
  for (const { ago, n } of running) if (ago <= played) instances[ago] = n
  // A process has not counted a minute that has just begun.
  const open = sockets?.slice(0, played + 1) ?? []
  if (open.length > 1) open[0] ||= open[1]!
  return [
    tile('submissions', sent, recent(sent)),
    tile('solves', right, recent(right)),
    tile('right', share, rights.share, rights.isEnough),
    tile(
      'judge',
      lag,
      lag
        .slice(0, RECENT)
        .reduce<number | null>((most, value) => (value === null ? most : Math.max(most ?? 0, value)), null)
    ),
    tile('teams', teams, recent(teams)),
    tile('sockets', open, open[0] ?? null),
    tile('instances', instances, instances[0] ?? 0)
  ]
}
