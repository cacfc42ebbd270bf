import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { MonitorHandshake, MonitorNews } from '~/scoring/gateway/contract'
import type { Ctx } from '~/server/access/contract'
import { lockLedger, notifyScoring } from '~/server/ledger'
import { recordEvents } from '~/server/monitoring'
import {
  addUsers,
  type Member,
  type PlayedGame,
  playGame,
  type SentFlag,
  sendFlags
} from '../../support/fixtures'
import { type RunningScoring, runScoring } from '../../support/scoring/scoring'
import { invalidate } from '../../support/stores/invalidate'
import { openStores, type Stores } from '../../support/stores/stores'
import { until } from '../../support/until'

let stores: Stores
let scoring: RunningScoring
let monitor: Member
beforeAll(async () => {
  stores = await openStores()
  scoring = await runScoring(stores)
  monitor = (await addUsers(stores.db, 1, 'monitor', 'Monitor'))[0]!
})
afterAll(async () => {
  await scoring?.close()
  await stores?.close()
})

interface Watcher {
  socket: Socket
  news: MonitorNews[]
  refetched: number
  /** Ids of submissions and keys of events, in the order they came. */
  ids(): number[]
  keys(): string[]
}

const open: Watcher[] = []
afterEach(() => {
  for (const { socket } of open.splice(0)) socket.close()
})

const signIn = async (member: Member) => {
  const ctx = { now: new Date(), ip: '127.0.0.1', userAgent: null } as Ctx
  return (await scoring.services.accounts.sessions.start(member.id, ctx)).cookie.split(';')[0]!
}

/** Messages to a client of the contract, which names its game in the query. */
async function rowsOf(namespace: string, game: number): Promise<{ name: string; message: unknown }[]> {
  const socket = io(`${scoring.url}${namespace}`, {
    query: { game },
    transports: ['websocket'],
    extraHeaders: { cookie: await signIn(monitor) },
    forceNew: true,
    reconnection: false
  })
  open.push({ socket } as Watcher)
  const received: { name: string; message: unknown }[] = []
  return new Promise((resolve, reject) => {
    socket.onAny((name: string, message: unknown) => {
      // The first message shows that the socket is connected.
      resolve(received)
      if (name.startsWith('Received')) received.push({ name, message })
    })
    socket.on('connect_error', reject)
  })
}

async function watch(auth: Partial<MonitorHandshake>, who: Member | null = monitor): Promise<Watcher> {
  const socket = io(`${scoring.url}/monitor`, {
    auth,
    transports: ['websocket'],
    extraHeaders: who ? { cookie: await signIn(who) } : {},
    forceNew: true,
    reconnection: false
  })
  const watcher: Watcher = {
    socket,
    news: [],
    refetched: 0,
    ids: () => watcher.news.flatMap(({ submissions }) => submissions.map(({ id }) => id)),
    keys: () => watcher.news.flatMap(({ events }) => events.map(({ key }) => key))
  }
  open.push(watcher)
  return new Promise((resolve, reject) => {
    socket.on('news', (message: MonitorNews) => {
      watcher.news.push(message)
      resolve(watcher)
    })
    socket.on('refetch', () => {
      watcher.refetched++
      resolve(watcher)
    })
    socket.on('connect_error', reject)
  })
}

const send = async (game: PlayedGame, sent: SentFlag[]) => {
  const ids = await sendFlags(stores.db, game, sent)
  await notifyScoring(stores.redis, game.id)
  return ids
}
const happen = (game: PlayedGame, text: string) =>
  stores.db.transaction(async (sql) => {
    await lockLedger(sql, game.id)
    await recordEvents(sql, game.id, [
      { type: 'Normal', values: [text], at: new Date(), userId: null, participationId: null }
    ])
  })
const wrong = (game: PlayedGame, count: number): SentFlag[] =>
  Array.from({ length: count }, (_, place) => ({
    team: game.teams[place % game.teams.length]!,
    challenge: game.challenges[0]!,
    answer: `flag{${place}}`
  }))

describe('the monitors’ socket', () => {
  it('is for staff alone, and reveals nothing of a game', async () => {
    const game = await playGame(stores.db, { hidden: true })
    const later = await playGame(stores.db, { startsIn: 60_000, endsIn: 120_000 })
    for (const who of [null, game.teams[0]!.members[0]])
      for (const id of [game.id, later.id, 999_999])
        await expect(watch({ game: id }, who)).rejects.toThrow('auth.forbidden')
    await expect(watch({ game: 999_999 })).rejects.toThrow('game.not_found')
    await expect(watch({ game: later.id })).rejects.toThrow('game.not_started')
    for (const bad of [{}, { game: -1 }, { game: game.id, after: 'x' }, { game: game.id, after: '1.2' }])
      await expect(watch(bad)).rejects.toThrow('handshake.invalid')
    expect((await watch({ game: game.id })).news).toHaveLength(1)
  })

  it('opens for staff of its game who may watch, and closes when that role is taken', async () => {
    const game = await playGame(stores.db, { hidden: true })
    const other = await playGame(stores.db, { hidden: true })
    const [referee, author] = (await addUsers(stores.db, 2, 'ofgame')) as [Member, Member]
    await stores.db.pool.query(
      `INSERT INTO game_staff (game_id, user_id, role, added_at) VALUES ($1, $2, 'referee', now()), ($1, $3, 'author', now())`,
      [game.id, referee.id, author.id]
    )
    await expect(watch({ game: game.id }, author)).rejects.toThrow('auth.forbidden')
    await expect(watch({ game: other.id }, referee)).rejects.toThrow('auth.forbidden')
    const watching = await watch({ game: game.id }, referee)
    expect(watching.news).toHaveLength(1)
    await stores.db.pool.query('DELETE FROM game_staff WHERE user_id = $1', [referee.id])
    await invalidate(stores.redis, `user:${referee.id}`)
    await until(() => watching.socket.disconnected)
    await expect(watch({ game: game.id }, referee)).rejects.toThrow('auth.forbidden')
  })

  it('closes when the role or the session is taken away, and stays closed', async () => {
    const game = await playGame(stores.db)
    const [fleeting, leaving] = (await addUsers(stores.db, 2, 'fleeting', 'Monitor')) as [Member, Member]
    const demoted = await watch({ game: game.id }, fleeting)
    const staying = await watch({ game: game.id })
    const cookie = await signIn(leaving)
    const gone = await watch({ game: game.id }, leaving)
    await stores.db.pool.query(`UPDATE users SET role = 'User' WHERE id = $1`, [fleeting.id])
    await invalidate(stores.redis, `user:${fleeting.id}`)
    await until(() => demoted.socket.disconnected)
    await expect(watch({ game: game.id }, fleeting)).rejects.toThrow('auth.forbidden')
    await stores.db.pool.query('DELETE FROM sessions WHERE user_id = $1', [leaving.id])
    await invalidate(stores.redis, `user:${leaving.id}`)
    await until(() => gone.socket.disconnected)
    expect(cookie).toBeTruthy()
    await send(game, wrong(game, 3))
    await until(() => staying.ids().length === 3)
    expect([demoted.ids(), gone.ids()]).toEqual([[], []])
  })
})

describe('news', () => {
  it('come with the verdict, in order, with their events', async () => {
    const game = await playGame(stores.db, { teams: 3 })
    const other = await playGame(stores.db)
    const watcher = await watch({ game: game.id })
    const elsewhere = await watch({ game: other.id })
    const right = { team: game.teams[0]!, challenge: game.challenges[0]! }
    const ids = await send(game, [right, ...wrong(game, 4), right])
    await until(() => watcher.ids().length === 6)
    expect(watcher.ids()).toEqual(ids)
    expect(watcher.keys()).toEqual(ids.map((id) => `s${id}`))
    const submissions = watcher.news.flatMap((news) => news.submissions)
    expect(submissions.map(({ status }) => status)).toEqual([
      'Accepted',
      ...Array(4).fill('WrongAnswer'),
      'Accepted'
    ])
    expect(submissions[1]).toMatchObject({ answer: 'flag{0}', team: game.teams[0]!.name })
    await happen(game, 'something else')
    await until(() => watcher.keys().length === 7)
    expect(watcher.news.at(-1)?.events[0]).toMatchObject({
      type: 'Normal',
      values: ['something else'],
      team: ''
    })
    expect([elsewhere.ids(), elsewhere.keys()]).toEqual([[], []])
  })

  it('come row by row, by the names of the contract, to clients that name the game as there', async () => {
    const game = await playGame(stores.db)
    const staff = await rowsOf('/monitor', game.id)
    const spectator = await rowsOf('/game', game.id)
    const [team, challenge] = [game.teams[0]!, game.challenges[0]!]
    await send(game, [
      { team, challenge },
      { team, challenge, answer: 'flag{no}' }
    ])
    await until(() => staff.length === 4 && spectator.length === 1)
    const sent = { user: expect.any(String), team: team.name, time: expect.any(String) }
    const submission = { ...sent, challenge: challenge.title }
    const values = (status: string, answer: string) => [status, answer, challenge.title, String(challenge.id)]
    const told = (name: string) => staff.filter((row) => row.name === name).map(({ message }) => message)
    expect(told('ReceivedSubmissions')).toMatchObject([
      { ...submission, status: 'Accepted', answer: challenge.flag },
      { ...submission, status: 'WrongAnswer', answer: 'flag{no}' }
    ])
    expect(told('ReceivedGameEvent')).toMatchObject([
      { ...sent, type: 'FlagSubmit', values: values('Accepted', challenge.flag) },
      { ...sent, type: 'FlagSubmit', values: values('WrongAnswer', 'flag{no}') }
    ])
    const blood = { type: 'FirstBlood', values: [team.name, challenge.title], time: expect.any(String) }
    expect(spectator).toMatchObject([{ name: 'ReceivedGameNotice', message: blood }])
    // Our own sockets get `news` only.
    const watcher = await watch({ game: game.id })
    const strange: string[] = []
    watcher.socket.onAny((name: string) => strange.push(name))
    await send(game, wrong(game, 1))
    await until(() => staff.length === 6 && watcher.ids().length === 1)
    expect(new Set(strange)).toEqual(new Set(['news']))
  })

  it('are neither missed nor doubled by sockets that come and go while flags arrive', async () => {
    const game = await playGame(stores.db, { teams: 10 })
    const constant = await watch({ game: game.id })
    let sent = 0
    const pouring = (async () => {
      for (let round = 0; round < 12; round++) {
        sent += (await send(game, wrong(game, 40))).length
        if (round % 3 === 0) await happen(game, `round ${round}`)
        // The next flags come while these are pushed.
        await until(() => constant.ids().length > sent - 40)
      }
    })()
    const ids: number[] = []
    const keys: string[] = []
    let after = constant.news[0]!.cursor
    const collect = (watcher: Watcher) => {
      watcher.socket.close()
      ids.push(...watcher.ids())
      keys.push(...watcher.keys())
      after = watcher.news.at(-1)?.cursor ?? after
    }
    for (let turn = 0; turn < 8; turn++) {
      const watcher = await watch({ game: game.id, after })
      // Some disconnect before any message, some after many.
      const enough = turn * 5
      await until(() => watcher.ids().length >= enough || constant.ids().length === 12 * 40)
      collect(watcher)
    }
    await pouring
    await until(() => constant.ids().length === sent && constant.keys().length === sent + 4)
    const last = await watch({ game: game.id, after })
    expect(last.refetched).toBe(0)
    collect(last)
    expect(ids).toEqual(constant.ids())
    expect(keys.toSorted()).toEqual(constant.keys().toSorted())
    expect(new Set(keys).size).toBe(sent + 4)
  })

  it('report when too much was missed, and go on', async () => {
    const game = await playGame(stores.db, { teams: 10 })
    const before = (await watch({ game: game.id })).news[0]!.cursor
    const constant = open.at(-1)!
    await send(game, wrong(game, 1200))
    await until(() => constant.ids().length === 1200)
    const late = await watch({ game: game.id, after: before })
    await until(() => late.refetched === 1)
    await send(game, wrong(game, 1))
    await until(() => late.ids().at(-1) === constant.ids()[1200])
  })

  it('come also when Redis publishes nothing', async () => {
    const game = await playGame(stores.db)
    const watcher = await watch({ game: game.id })
    await happen(game, 'unheard')
    await until(() => watcher.keys().length === 1)
  })
})
