import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyChain } from '~/server/ledger'
import { type Mailbox, openMailbox } from '../../support/accounts/mailbox'
import { addUsers, type PlayedGame, playGame, sendFlags, sessionOf } from '../../support/fixtures'
import { openRoles, openRoundRobin, type RunningRole, spawnRole } from '../../support/launcher/roles'
import { SECRET } from '../../support/processes/program'
import { foldedBoard, type ViewerSocket, watchGame } from '../../support/scoring/scoring'
import { openStores, type Stores } from '../../support/stores/stores'
import { until } from '../../support/until'

let stores: Stores
let box: Mailbox
let roles: ReturnType<typeof openRoles>
let front: Awaited<ReturnType<typeof openRoundRobin>>
const webs: RunningRole[] = []
const scorings: RunningRole[] = []

beforeAll(async () => {
  stores = await openStores()
  await stores.db.pool.query(
    `INSERT INTO settings VALUES ('accountPolicy', '{"emailConfirmationRequired": true}')`
  )
  box = await openMailbox()
  roles = openRoles(stores, { SMTP_URL: box.url, MAIL_FROM: 'ctf@halyard.example' })
  scorings.push(...(await Promise.all([roles.start('scoring'), roles.start('scoring')])))
  const SCORING_URL = scorings.map(({ port }) => `http://127.0.0.1:${port}`).join(',')
  webs.push(
    ...(await Promise.all([roles.start('web', { SCORING_URL }), roles.start('web', { SCORING_URL })]))
  )
  front = await openRoundRobin(() => webs.map(({ port }) => port))
})
afterAll(async () => {
  front?.close()
  await roles?.close()
  await box?.down()
  await stores?.close()
})

/** Sends a flag until it is stored; a returned id must be stored for good. */
async function submit(cookie: string, game: PlayedGame, challenge: number, flag: string): Promise<number> {
  return until(async () => {
    const answer = await fetch(`${front.url}/api/game/${game.id}/challenges/${challenge}`, {
      method: 'POST',
      headers: { Cookie: cookie, 'Content-Type': 'application/json', Connection: 'close' },
      body: JSON.stringify({ flag })
    })
    return answer.status === 200 && ((await answer.json()) as number)
  })
}

const deltas = ({ of }: ViewerSocket) => of('delta').flatMap(({ events }) => events).length

describe('single roles behind a proxy without sticky sessions', () => {
  it('lose no flag while one of two after the other is killed, and agree on the board', async () => {
    const game = await playGame(stores.db, { teams: 30, challenges: 6 })
    const cookies = await Promise.all(
      game.teams.map(({ members: [captain] }) => sessionOf({ stores }, captain))
    )
    const taken: number[] = []
    for (const [round, challenge] of game.challenges.entries()) {
      const sent = cookies.flatMap((cookie) =>
        ['flag{no}', challenge.flag].map((flag) =>
          submit(cookie, game, challenge.id, flag).then((id) => taken.push(id))
        )
      )
      const list = round % 2 === 0 ? webs : scorings
      if (round < 4) {
        const place = round >> 1
        const { port } = list[place]!
        const SCORING_URL = scorings.map((one) => `http://127.0.0.1:${one.port}`).join(',')
        await list[place]!.kill('SIGKILL')
        list[place] = await roles.start(list === webs ? 'web' : 'scoring', { SCORING_URL }, port)
      }
      await Promise.all(sent)
    }
    const { pool } = stores.db
    await until(async () => {
      const { rows } = await pool.query('SELECT count(*) FROM solves WHERE game_id = $1', [game.id])
      return Number(rows[0].count) === game.teams.length * game.challenges.length
    })
    const stored = await pool.query('SELECT id, status FROM submissions WHERE game_id = $1', [game.id])
    const ids = new Set(stored.rows.map(({ id }) => id))
    expect(taken.filter((id) => !ids.has(id))).toEqual([])
    expect((await verifyChain(pool, game.id)).firstBad).toBeNull()
    const { updateTimeUtc: _, ...folded } = await foldedBoard(stores, game.id)
    for (const { port } of webs)
      await until(async () => {
        const answer = await fetch(`http://127.0.0.1:${port}/api/game/${game.id}/scoreboard`)
        const { updateTimeUtc: __, ...shown } = await answer.json()
        expect(shown.items).toEqual(folded.items)
        return true
      })
  })

  it.each(['websocket', 'polling'])(
    'keep sockets by %s alone through the death of any web process',
    async (transport) => {
      const game = await playGame(stores.db, { teams: 4, challenges: 1 })
      const viewers = await Promise.all(
        Array.from({ length: 12 }, () =>
          watchGame(front.url, { game: game.id }, { Connection: 'close' }, [transport])
        )
      )
      for (const team of game.teams) {
        await sendFlags(stores.db, game, [{ team, challenge: game.challenges[0]! }])
        await new Promise((resolve) => setTimeout(resolve, 300))
      }
      await until(() => viewers.every((viewer) => deltas(viewer) === 4))
      if (transport === 'polling') {
        const names = new Set(viewers.map(({ socket }) => socket.io.engine.id.split('.')[0]))
        expect(names.size).toBe(2)
      }
      for (const { socket } of viewers) socket.close()
    }
  )

  it('send every mail once with two jobs processes, and go on with one', async () => {
    const jobs = await Promise.all([roles.start('jobs'), roles.start('jobs')])
    const people = await addUsers(stores.db, 30, 'reader')
    const ask = async ({ name }: { name: string }) => {
      const answer = await fetch(`${front.url}/api/account/recovery`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email: `${name}@example.org` })
      })
      expect(answer.status).toBe(200)
    }
    await Promise.all(people.slice(0, 20).map(ask))
    const arrived = (list: typeof people) => list.map(({ name }) => box.count(`${name}@example.org`))
    await until(() => arrived(people.slice(0, 20)).every((count) => count >= 1))
    // A sent mail that is still in the outbox would be sent again.
    await until(async () => (await stores.db.pool.query('SELECT FROM mail_outbox')).rowCount === 0)
    await jobs[0]!.kill('SIGKILL')
    await Promise.all(people.slice(20).map(ask))
    // The lock of a killed run ends after a minute.
    await until(() => arrived(people.slice(20)).every((count) => count >= 1), 90_000)
    expect(arrived(people)).toEqual(people.map(() => 1))
    expect(await jobs[1]!.kill('SIGTERM')).toBe(0)
  })
})

describe('a role that does not fit', () => {
  const common = () => ({
    DATABASE_URL: stores.databaseUrl,
    REDIS_URL: stores.redisUrl,
    HALYARD_SECRET: SECRET
  })

  it.each(['web', 'scoring', 'jobs', 'migrate'])(
    'is refused in one sentence: %s with another secret',
    async (role) => {
      const one = spawnRole(role, { ...common(), HALYARD_SECRET: '77'.repeat(32) })
      expect(await one.ended).toBe(1)
      expect(one.stderr()).toMatch(/^HALYARD_SECRET is another one than that of this database: [^\n]*\n$/)
    }
  )

  it('without stores is refused before anything is opened', async () => {
    const one = spawnRole('web', { HALYARD_SECRET: SECRET })
    expect(await one.ended).toBe(1)
    expect(one.stderr()).toBe(
      'The role web needs DATABASE_URL and REDIS_URL: processes that run alone share one Postgres, one Redis and one secret.\n'
    )
  })

  it('waits for the schema, and starts when migrate has run', async () => {
    const { pool } = stores.db
    const { rows } = await pool.query(
      'DELETE FROM migrations WHERE name = (SELECT max(name) FROM migrations) RETURNING *'
    )
    const starting = roles.start('scoring')
    const another = spawnRole('jobs', common())
    const waits = (one: RunningRole) =>
      /^Waiting for the role migrate: \d{8}T\d{4}-\S+ is missing\.\n$/.test(one.stderr())
    await until(() => waits(another) && [...roles.running].some(waits))
    expect(await another.kill('SIGTERM')).toBe(0)
    await pool.query('INSERT INTO migrations VALUES ($1, $2)', [rows[0].name, rows[0].applied_at])
    const one = await starting
    expect(waits(one)).toBe(true)
    expect(await one.kill('SIGTERM')).toBe(0)
  })
})
