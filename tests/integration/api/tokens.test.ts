import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS } from '~/server/platform/time'
import type { Scope } from '~/server/tokens/constants'
import { Client } from '../../support/api/client'
import { Contract, type Served } from '../../support/api/contract'
import { type PlayedGame, playGame } from '../../support/fixtures'
import { Organiser, tag } from '../../support/games/organiser'
import { ADMIN, type Platform, startPlatform } from '../../support/processes/platform'
import { joinHub } from '../../support/scoring/hubs'
import { until } from '../../support/until'

interface Made {
  id: string
  token: string
}
interface Refusal {
  code?: string
  title: string
}

let platform: Platform
let admin: Client
let contract: Contract
let game: number
let other: number
const sockets: Socket[] = []

beforeAll(async () => {
  platform = await startPlatform()
  const organiser = await Organiser.of(platform)
  admin = organiser.client
  game = (await organiser.game()).id
  other = (await organiser.game()).id
  contract = await Contract.of(admin)
})
afterAll(async () => {
  for (const socket of sockets) socket.close()
  await platform?.close()
})

const make = (client: Client, password: string, scopes: Scope[], only?: number) =>
  client.ok<Made>('POST', '/api/account/tokens', { name: tag(), scopes, game: only, days: 7, password })
const byToken = (token: string) => new Client(platform.url, { Authorization: `Bearer ${token}` })
const player = async () => {
  const client = new Client(platform.url)
  await client.register(`t${tag()}`)
  return client
}
const PASSWORD = 'a pass word'

const filled = ({ path }: Served) =>
  path.replace(/{(\w+)}/g, (_, name: string) =>
    /user/i.test(name) || path.startsWith('/api/account') ? '01890000-0000-7000-8000-000000000000' : '999999'
  )

describe('scopes', () => {
  it('fit the role of every call, and none covers accounts', () => {
    const tokens = contract.operations.filter(({ path }) => path.startsWith('/api/'))
    expect(tokens.length).toBeGreaterThan(120)
    for (const { id, role, scope, path, method } of tokens) {
      // Confirming a proposal changes results.
      const watching = id === 'gameAnswerCaseDecision' ? ['edit'] : ['monitor']
      const staff = { admin: ['admin', 'edit', 'awards', null], monitor: watching }[role as string]
      const players = ['read', 'play', 'team', null]
      expect([id, (staff ?? players).includes(scope as never)]).toEqual([id, true])
      if (path.startsWith('/api/account') && id !== 'accountProfile') expect([id, scope]).toEqual([id, null])
      if (
        /^\/api\/admin\/users/.test(path) &&
        !/^(GET|POST \/api\/admin\/users\/search)/.test(`${method} ${path}`)
      )
        expect([id, scope]).toEqual([id, null])
      if (method !== 'GET' && scope === 'read') expect(id).toBe('teamVerifySignature')
    }
  })

  it('are required by every call, and enough to get to its own rules', async () => {
    const { password } = ADMIN
    const read = byToken((await make(admin, password, ['read'])).token)
    const rest = byToken(
      (await make(admin, password, ['play', 'team', 'monitor', 'edit', 'admin', 'awards'])).token
    )
    for (const operation of contract.operations) {
      const { id, scope, method } = operation
      if (!operation.path.startsWith('/api/')) continue
      const body = method === 'GET' ? undefined : {}
      const without = scope === 'read' ? rest : read
      const refused = await without.call<Refusal>(method, filled(operation), body)
      const code = scope === null ? 'token.login_needed' : 'token.scope'
      expect([id, refused.status, refused.body.code]).toEqual([id, 403, code])
      expect(refused.headers.get('www-authenticate')).toContain('insufficient_scope')
      contract.refusal(refused.body, id)
      if (scope === null || method !== 'GET') continue
      const allowed = await (scope === 'read' ? read : rest).call<Refusal>(method, filled(operation))
      expect([id, allowed.status === 401, allowed.body?.code === 'token.scope']).toEqual([id, false, false])
    }
  })

  it('for staff are needed to see a hidden game', async () => {
    const hidden = (await playGame(platform.stores.db, { teams: 1, challenges: 1 })).id
    await admin.ok('PUT', `/api/edit/games/${hidden}`, { hidden: true })
    const cases: [Scope[], number][] = [
      [['read', 'play', 'team'], 404],
      [['read', 'monitor'], 200],
      [['read', 'edit'], 200],
      [['read', 'admin'], 200]
    ]
    for (const [scopes, status] of cases) {
      const { id, token } = await make(admin, ADMIN.password, scopes)
      for (const path of [`/api/game/${hidden}`, `/api/game/${hidden}/scoreboard`])
        expect([scopes, path, (await byToken(token).call('GET', path)).status]).toEqual([
          scopes,
          path,
          status
        ])
      await admin.ok('DELETE', `/api/account/tokens/${id}`)
    }
  })

  it('let in no more than others see, whoever has the token', async () => {
    const played = await playGame(platform.stores.db, { teams: 1, challenges: 1 })
    const [{ id }] = played.challenges as [PlayedGame['challenges'][0]]
    await admin.ok('PUT', `/api/edit/games/${played.id}/freeze`, { at: 'now' })
    await admin.ok('POST', `/api/edit/games/${played.id}/corrections`, {
      correction: { kind: 'solve', challengeId: id, participationIds: [played.teams[0]!.participationId] },
      reason: 'Seen.'
    })
    const path = `/api/game/${played.id}`
    const answers = async (client: Client) => {
      const { total } = await client.ok<{ total: number }>('GET', `${path}/challenges/${id}/solvers`)
      const codes = await Promise.all(
        ['ledger', 'statistics'].map(async (door) => (await client.call('GET', `${path}/${door}`)).status)
      )
      return [total, ...codes]
    }
    const of = async (...scopes: Scope[]) =>
      answers(byToken((await make(admin, ADMIN.password, scopes)).token))
    expect(await of('read')).toEqual([0, 403, 403])
    expect(await of('read', 'monitor')).toEqual([1, 403, 200])
    expect(await of('read', 'edit')).toEqual([0, 200, 403])
    expect(await answers(admin)).toEqual([1, 200, 200])
  })

  it('of one game make no other game', async () => {
    const client = byToken((await make(admin, ADMIN.password, ['read', 'edit'], game)).token)
    const [start, end] = [0, HOUR_MS].map((after) => new Date(Date.now() + after).toISOString())
    const times = { title: 'Another', start, end }
    const copy = await client.call<Refusal>('POST', `/api/edit/games/${game}/copy`, times)
    expect([copy.status, copy.body.code]).toEqual([403, 'token.game'])
    const all = byToken((await make(admin, ADMIN.password, ['read', 'edit'])).token)
    expect((await all.call('POST', `/api/edit/games/${game}/copy`, times)).status).toBe(200)
  })

  it('of one game reach no other, and nothing beside games', async () => {
    const { token } = await make(admin, ADMIN.password, ['read', 'edit'], game)
    const client = byToken(token)
    const answers = async (paths: string[]) =>
      Promise.all(paths.map(async (path) => (await client.call<Refusal>('GET', path)).body.code ?? 'let in'))
    expect(
      await answers([`/api/game/${game}`, `/api/edit/games/${game}`, `/API/Game/${game}/notices`])
    ).toEqual(Array(3).fill('let in'))
    const foreign = [
      `/api/game/${other}`,
      `/api/edit/games/${other}`,
      '/api/game',
      '/api/edit/games',
      '/api/posts'
    ]
    expect(await answers([...foreign, `/api/game/0${game}`])).toEqual(Array(6).fill('token.game'))
  })
})

describe('a request with a token', () => {
  it('ignores the cookie that comes with it, and pages ignore the token', async () => {
    const client = await player()
    const { token } = await make(client, PASSWORD, ['read'])
    const name = async (headers: Record<string, string>) =>
      (await admin.call<{ userName?: string }>('GET', '/api/account/profile', undefined, headers)).body
        .userName
    expect(await name({})).toBe(ADMIN.userName)
    expect(await name({ Authorization: `bearer  ${token}` })).not.toBe(ADMIN.userName)
    const bad = { Authorization: 'Bearer hly_garbage' }
    const answer = await admin.call<Refusal>('GET', '/api/config', undefined, bad)
    expect([answer.status, answer.body.code]).toEqual([401, 'token.invalid'])
    expect(answer.headers.get('www-authenticate')).toContain('invalid_token')
    const basic = await admin.call('GET', '/api/account/profile', undefined, { Authorization: 'Basic YTpi' })
    expect(basic.status).toBe(200)
    const page = (headers: Record<string, string>) =>
      fetch(`${platform.url}/account/Profile`, { redirect: 'manual', headers })
    expect((await page({ Authorization: `Bearer ${token}` })).status).toBe(302)
    expect((await page({ Cookie: admin.cookie, ...bad })).status).toBe(200)
    const query = await fetch(`${platform.url}/api/account/profile?token=${token}&access_token=${token}`)
    expect(query.status).toBe(401)
  })

  it('of another kind, which a proxy added, counts by its cookie, or as a visitor’s', async () => {
    const foreign = { Authorization: 'Bearer eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln' }
    const own = await admin.call<{ userName: string }>('GET', '/api/account/profile', undefined, foreign)
    expect([own.status, own.body.userName]).toEqual([200, ADMIN.userName])
    const visitor = new Client(platform.url, foreign)
    expect((await visitor.call('GET', '/api/config')).status).toBe(200)
    const refused = await visitor.call<Refusal>('GET', '/api/account/profile')
    expect([refused.status, refused.body.code]).toEqual([401, 'auth.login_required'])
    await visitor.login(ADMIN.userName, ADMIN.password)
    expect((await visitor.call('GET', '/api/account/profile')).status).toBe(200)
  })

  it('needs no origin, and gives none to a cookie', async () => {
    const client = await player()
    const { token } = await make(client, PASSWORD, ['team'])
    const origin = { Origin: 'https://evil.example' }
    const post = (headers: Record<string, string>) =>
      client.call<Refusal>('POST', '/api/team', { name: `T${tag()}` }, { ...origin, ...headers })
    expect((await post({})).status).toBe(403)
    expect((await post({ Authorization: 'Basic YTpi' })).status).toBe(403)
    expect((await post({ Authorization: 'Bearer hly_x' })).status).toBe(401)
    expect((await post({ Authorization: 'Bearer' })).status).toBe(401)
    expect((await post({ Authorization: 'Bearer x' })).status).toBe(403)
    expect((await post({ Authorization: `Bearer ${token}` })).status).toBe(200)
    const form = await fetch(`${platform.url}/account/Profile`, {
      method: 'POST',
      redirect: 'manual',
      headers: { ...origin, Cookie: client.cookie, Authorization: `Bearer ${token}` },
      body: new URLSearchParams({ intent: 'sessions' })
    })
    expect(form.status).toBe(403)
  })

  it('is refused from its revocation on, while calls run', async () => {
    const client = await player()
    const { id, token } = await make(client, PASSWORD, ['read'])
    const caller = byToken(token)
    const calling = Array.from({ length: 20 }, () => caller.call('GET', '/api/account/profile'))
    await client.ok('DELETE', `/api/account/tokens/${id}`)
    const after = await Promise.all(
      Array.from({ length: 10 }, () => caller.call('GET', '/api/account/profile'))
    )
    expect(after.map(({ status }) => status)).toEqual(Array(10).fill(401))
    for (const { status } of await Promise.all(calling)) expect([200, 401]).toContain(status)
  })
})

describe('sockets', () => {
  const open = (token: string, id: number, namespace = '/game') => {
    const socket = io(platform.url + namespace, {
      ...{ auth: { game: id }, transports: ['websocket'], reconnection: false, forceNew: true },
      extraHeaders: { Authorization: `Bearer ${token}` }
    })
    sockets.push(socket)
    return new Promise<Socket | string>((resolve) => {
      socket.once('connect', () => resolve(socket)).once('connect_error', ({ message }) => resolve(message))
    })
  }

  it('open with a token that may read the game, and close when it is revoked', async () => {
    const client = await player()
    const { id, token } = await make(client, PASSWORD, ['read'], game)
    const socket = await open(token, game)
    if (typeof socket === 'string') throw new Error(socket)
    expect(await open(token, other)).toBe('auth.forbidden')
    expect(await open((await make(client, PASSWORD, ['play'])).token, game)).toBe('auth.forbidden')
    expect(await open(`hly_${'a'.repeat(40)}`, game)).toMatch(/websocket error/)
    await client.ok('DELETE', `/api/account/tokens/${id}`)
    await until(() => socket.disconnected || undefined)
  })

  it('of staff open with a token of their scope and game alone', async () => {
    const opens = async (scopes: Scope[], of: number | undefined, namespace: string) => {
      const { token } = await make(admin, ADMIN.password, scopes, of)
      const socket = await open(token, game, namespace)
      if (typeof socket === 'string') return socket
      socket.close()
      return 'open'
    }
    const refused = 'auth.forbidden'
    expect([
      await opens(['monitor'], game, '/monitor'),
      await opens(['monitor'], other, '/monitor'),
      await opens(['read', 'play'], game, '/monitor'),
      await opens(['admin'], undefined, '/admin'),
      await opens(['read', 'play', 'monitor'], undefined, '/admin')
    ]).toEqual(['open', refused, refused, 'open', refused])
  })

  it('of the contract’s hubs open with a token as the sockets do', async () => {
    const opens = async (hub: string, scopes: Scope[], of?: number) => {
      const { token } = await make(admin, ADMIN.password, scopes, of)
      const query = hub === 'admin' ? '' : `?game=${game}`
      const headers = { Authorization: `Bearer ${token}` }
      return joinHub(platform.url, hub + query, { headers }).then(
        async ({ connection, closed }) => {
          // Hubs have no methods. One that has admitted the client answers so; one that has refused it only closes.
          const answer = await connection.invoke('Anything').catch((error: Error) => error.message)
          const isOpen = /no such method/.test(String(answer))
          if (isOpen) await connection.stop()
          await closed
          return isOpen ? 'open' : 'refused'
        },
        () => 'refused'
      )
    }
    expect([
      await opens('user', ['read'], game),
      await opens('monitor', ['monitor'], game),
      await opens('admin', ['admin']),
      await opens('user', ['read'], other),
      await opens('monitor', ['monitor'], other),
      await opens('monitor', ['read', 'play'], game),
      await opens('admin', ['read', 'monitor'], game)
    ]).toEqual(['open', 'open', 'open', 'refused', 'refused', 'refused', 'refused'])
  })
})
