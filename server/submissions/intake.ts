import type { Database } from '~/server/platform/db'

export interface Arrival {
  gameId: number
  challengeId: number
  participationId: number
  userId: string
  answer: string
  ip: string
  userAgent: string | null
}

/** Takes submissions in and makes them durable; arrivals of the same moment share one INSERT. */
export interface Intake {
  /** The id of the stored row, or null when the game, challenge or participation does not allow it now. */
  store(arrival: Arrival): Promise<number | null>
  /** Resolves when nothing is under way any more. */
  idle(): Promise<void>
}

interface Waiting {
  arrival: Arrival
  resolve(id: number | null): void
  reject(error: unknown): void
}

const MAX_ROWS = 250

/** The end of this turn of the event loop: what arrived in it comes along. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** First key of the advisory locks that order the submissions of one game. */
const SUBMISSION_LOCK = 0x5eb

/**
 * One statement decides and stores. It first queues on the locks of its games, in order of id, and stamps the
 * rows with the database's clock only then: within a game, times are given out in the order of commits, so the
 * judge can never meet an earlier submission after a later one (decisions.md, Interval and Accepted count).
 * Rows are looked up one by one in sub-selects: as joins, a planner with old statistics reads every team of the game
 * for every flag.
 */
const STORE = {
  name: 'submissions_store',
  text: `
    WITH given AS (
      SELECT * FROM unnest($1::int[], $2::int[], $3::int[], $4::uuid[], $5::text[], $6::text[], $7::text[])
        WITH ORDINALITY AS g (game_id, challenge_id, participation_id, user_id, answer, ip, user_agent, place)
    ), locked AS MATERIALIZED (
      SELECT pg_advisory_xact_lock(${SUBMISSION_LOCK}, game_id)
      FROM (SELECT DISTINCT game_id FROM given ORDER BY game_id) games
    ), stamp AS MATERIALIZED (
      SELECT date_trunc('milliseconds', clock_timestamp()) AS at FROM (SELECT count(*) FROM locked) AS after_locks
    ), numbered AS MATERIALIZED (
      SELECT nextval('submissions_id_seq')::int AS id, allowed.*
      FROM (
        SELECT given.*, stamp.at FROM given CROSS JOIN stamp
        WHERE (SELECT p.game_id = given.game_id AND p.status = 'Accepted'
               FROM participations p WHERE p.id = given.participation_id)
          AND (SELECT c.game_id = given.game_id AND c.enabled FROM challenges c WHERE c.id = given.challenge_id)
          AND (SELECT m.start_at <= stamp.at AND (stamp.at < m.end_at OR m.practice_mode)
               FROM games m WHERE m.id = given.game_id)
        ORDER BY place
      ) allowed
    ), stored AS (
      INSERT INTO submissions
        (id, game_id, challenge_id, participation_id, user_id, answer, submitted_at, ip, user_agent)
      SELECT id, game_id, challenge_id, participation_id, user_id, answer, at, ip, user_agent FROM numbered
    )
    SELECT place::int, id FROM numbered`
}

/** `onStored` hears of the games of every committed batch, once each. */
export function createIntake(db: Database, onStored: (gameIds: number[]) => void): Intake {
  const queue: Waiting[] = []
  let running: Promise<void> | null = null

  const storeBatch = async (batch: Waiting[]) => {
    const column = <K extends keyof Arrival>(name: K) => batch.map(({ arrival }) => arrival[name])
    const { rows } = await db.pool.query<{ place: number; id: number }>({
      ...STORE,
      values: [
        column('gameId'),
        column('challengeId'),
        column('participationId'),
        column('userId'),
        column('answer'),
        column('ip'),
        column('userAgent')
      ]
    })
    const ids = new Map(rows.map(({ place, id }) => [place - 1, id]))
    if (rows.length > 0) onStored([...new Set([...ids.keys()].map((place) => batch[place]!.arrival.gameId))])
    for (const [place, { resolve }] of batch.entries()) resolve(ids.get(place) ?? null)
  }

  const drain = async () => {
    while (queue.length > 0) {
      const batch = queue.splice(0, MAX_ROWS)
      await storeBatch(batch).catch((error) => storeSingly(batch, error))
      await turn()
    }
    running = null
  }

  /** One row that the database cannot take must not cost its company theirs. */
  const storeSingly = async (batch: Waiting[], error: unknown) => {
    if (batch.length === 1) return batch[0]!.reject(error)
    for (const waiting of batch) await storeBatch([waiting]).catch(waiting.reject)
  }

  return {
    store: (arrival) =>
      new Promise((resolve, reject) => {
        queue.push({ arrival, resolve, reject })
        running ??= turn().then(drain)
      }),
    idle: async () => {
      await running
    }
  }
}
