import { afterAll, beforeAll, expect, it } from 'vitest'
import { ALIVE_CHANNEL, leaseKey } from '~/scoring/board/redis-keys'
import type { Ctx } from '~/server/access/contract'
import { notifyScoring } from '~/server/ledger'
import { createLog } from '~/server/platform/log'
import { type Member, playGame, sendFlags } from '../../support/fixtures'
import { type RunningScoring, runScoring, watchGame } from '../../support/scoring/scoring'
import { openStores, type Stores } from '../../support/stores/stores'
import { until } from '../../support/until'

let stores: Stores
let scoring: RunningScoring
const lines: { event?: string; msg?: string; game?: number }[] = []

beforeAll(async () => {
  stores = await openStores()
  const log = createLog('scoring', 'silent', (line) => void lines.push(JSON.parse(line)))
  scoring = await runScoring({ ...stores, log })
})
afterAll(async () => {
  await scoring?.close()
  await stores?.close()
})

const ctxOf = ({ id, name }: Member): Ctx => ({
  now: new Date(),
  actor: { id, userName: name, role: 'User', sessionId: 'x', avatar: null },
  ip: '127.0.0.1',
  userAgent: null,
  requestId: 'test',
  locale: 'en-US'
})

const watchedBy = async (game: number, member: Member) => {
  const { cookie } = await scoring.services.accounts.sessions.start(member.id, ctxOf(member))
  return watchGame(scoring.url, { game }, { cookie: cookie.split(';')[0]! })
}

const failures = (game: number) =>
  lines.filter((line) => line.game === game && line.msg === 'game_not_served').length

const judged = async (ids: number[]) => {
  const found = await stores.db.pool.query(
    `SELECT FROM submissions WHERE id = ANY($1) AND status <> 'FlagSubmitted'`,
    [ids]
  )
  return found.rowCount === ids.length
}

it('a batch whose step on the board fails still has its verdicts, notices and solves told', async () => {
  const { pool } = stores.db
  const game = await playGame(stores.db, { teams: 1, membersEach: 2, challenges: 2 })
  const [team] = game.teams
  const [solver, mate] = team!.members as [Member, Member]
  const [right, wrong] = game.challenges
  const own = await watchedBy(game.id, solver)
  const others = await watchedBy(game.id, mate)
  // The judge needs no names of people, and the board needs those of who has solved.
  await pool.query('ALTER TABLE users RENAME COLUMN user_name TO away')
  const ids = await sendFlags(stores.db, game, [
    { team: team!, challenge: right! },
    { team: team!, challenge: wrong!, answer: 'flag{wrong}' }
  ])
  await notifyScoring(stores.redis, game.id)
  await until(async () => (await judged(ids)) && failures(game.id) > 0)
  expect(own.of('verdict')).toEqual([])
  await pool.query('ALTER TABLE users RENAME COLUMN away TO user_name')

  await until(() => own.of('verdict').length > 0 && others.of('teamSolve').length > 0)
  expect(own.of('verdict').map(({ id, status }) => [id, status])).toEqual([
    [ids[0], 'Accepted'],
    [ids[1], 'WrongAnswer']
  ])
  expect(others.of('teamSolve').map(({ challenge, userName }) => [challenge, userName])).toEqual([
    [right!.id, solver.name]
  ])
  await until(() => others.notices().length > 0)
  expect(others.notices().map(({ type }) => type)).toEqual(['FirstBlood'])
  await until(() => own.of('delta').length + own.of('resync').length > 0)
  own.socket.close()
  others.socket.close()
})

it('a process that loses the lead while it serves a game finishes that, without a fault', async () => {
  const { redis, db } = stores
  const game = await playGame(db, { teams: 1, challenges: 1 })
  const [team] = game.teams
  const viewer = await watchGame(scoring.url, { game: game.id })
  const other = redis.duplicate()
  other.on('error', () => {})
  await other.connect()
  await other.subscribe(`${ALIVE_CHANNEL}other`, () => {})
  const holder = await db.pool.connect()
  await holder.query('BEGIN')
  await holder.query('SELECT FROM ledger_heads WHERE game_id = $1 FOR UPDATE', [game.id])
  const ids = await sendFlags(db, game, [{ team: team!, challenge: game.challenges[0]! }])
  await notifyScoring(redis, game.id)
  await until(async () => {
    const { rowCount } = await db.pool.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
    )
    return (rowCount ?? 0) > 0
  })
  await redis.set(leaseKey(game.id), 'other')
  // Each sweep renews the leases, and then reads this hash once.
  const sweeps = async () =>
    Number(/cmdstat_hgetall:calls=(\d+)/.exec(await redis.info('commandstats'))?.[1] ?? 0)
  const begun = await sweeps()
  await until(async () => (await sweeps()) >= begun + 3)
  await holder.query('ROLLBACK')
  holder.release()
  await until(() => judged(ids))
  await until(() => viewer.of('delta').length + viewer.of('resync').length > 0)
  expect(failures(game.id)).toBe(0)
  await redis.del(leaseKey(game.id))
  other.destroy()
  viewer.socket.close()
})
