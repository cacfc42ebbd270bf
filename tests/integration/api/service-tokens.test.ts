import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS } from '~/server/platform/time'
import type { Scope } from '~/server/tokens/constants'
import { Client } from '../../support/api/client'
import { Contract, type Served } from '../../support/api/contract'
import { playGame } from '../../support/fixtures'
import { Organiser, tag } from '../../support/games/organiser'
import { type Platform, startPlatform } from '../../support/processes/platform'

interface Made {
  id: string
  token: string
}
interface Refusal {
  code?: string
}

let platform: Platform
let admin: Client
let contract: Contract
let game: number
let other: number

beforeAll(async () => {
  platform = await startPlatform()
  const organiser = await Organiser.of(platform)
  admin = organiser.client
  game = (await organiser.game()).id
  other = (await organiser.game()).id
  contract = await Contract.of(admin)
})
afterAll(() => platform?.close())

const ALL: Scope[] = ['read', 'monitor', 'edit', 'admin']
const sql = async (text: string, ...values: unknown[]) =>
  (await platform.stores.db.pool.query(text, values)).rows
const input = (scopes: Scope[], only?: number) => ({ name: `ci ${tag()}`, scopes, game: only, days: 30 })
const make = (scopes: Scope[] = ALL, only?: number) =>
  admin.ok<Made>('POST', '/api/admin/tokens', input(scopes, only))
const byToken = (token: string) => new Client(platform.url, { Authorization: `Bearer ${token}` })
const codeOf = async (client: Client, method: string, path: string, body?: object) => {
  const { status, body: answer } = await client.call<Refusal>(method, path, body)
  return `${status} ${answer?.code ?? ''}`.trim()
}

/** Of things that are missing, so that nothing is changed. */
const filled = ({ path }: Served) =>
  path.replace(/{(\w+)}/g, (_, name: string) =>
    /user/i.test(name) ? '01890000-0000-7000-8000-000000000000' : '999999'
  )

describe('a service token', () => {
  it('is told which calls need a person, and breaks in none of the others', async () => {
    const client = byToken((await make()).token)
    let needy = 0
    for (const operation of contract.operations) {
      const { id, role, scope, method, path } = operation
      if (!path.startsWith('/api/')) continue
      const answer = await client.call<Refusal>(method, filled(operation), method === 'GET' ? undefined : {})
      const personal = role === 'user' || scope === null || scope === 'play' || scope === 'team'
      expect([id, answer.body?.code === 'token.person_needed']).toEqual([id, personal])
      expect([id, answer.status < 500 && answer.status !== 401]).toEqual([id, true])
      if (!personal) continue
      needy++
      expect([id, answer.status]).toEqual([id, 403])
      contract.refusal(answer.body, id)
    }
    expect(needy).toBeGreaterThan(60)
  })

  it('does the work of staff, which the audit ascribes to it and to no account', async () => {
    const { token, id } = await make()
    const client = byToken(token)
    const start = new Date(Date.now() - HOUR_MS).toISOString()
    const end = new Date(Date.now() + HOUR_MS).toISOString()
    const made = await client.ok<{ id: number }>('POST', '/api/edit/games', { title: 'By CI', start, end })
    const at = `/api/edit/games/${made.id}`
    const challenge = await client.ok<{ id: number } | number>('POST', `${at}/challenges`, {
      ...{ title: 'Reef', category: 'Misc', type: 'StaticAttachment' }
    })
    const challengeId = typeof challenge === 'number' ? challenge : challenge.id
    await client.ok('POST', `${at}/challenges/${challengeId}/flags`, [{ flag: 'flag{reef}' }])
    await client.ok('PUT', `${at}/challenges/${challengeId}`, { content: 'Read it.', isEnabled: true })
    await client.ok('POST', `${at}/notices`, { content: 'Lunch' })
    await client.ok('PUT', `${at}/pause`, {
      until: new Date(Date.now() + 600_000).toISOString(),
      reason: 'x'
    })
    await client.ok('DELETE', `${at}/pause`)
    await client.ok('POST', '/api/edit/posts', { title: 'By CI', summary: '', content: 'x', tags: [] })
    await client.ok('DELETE', `${at}/challenges/${challengeId}`)
    await client.ok('DELETE', at)
    const trash = await client.ok<{ data: { id: number; kind: string }[] }>('GET', '/api/admin/trash')
    const entry = trash.data.find(({ kind }) => kind === 'game')!
    await client.ok('POST', `/api/admin/trash/${entry.id}/restore`)
    const acts = await sql(
      `SELECT DISTINCT actor_id, left(token, 3) AS token FROM audit_events WHERE session = 'token:' || $1`,
      id
    )
    expect(acts).toEqual([{ actor_id: null, token: 'ci ' }])
    const [{ n }] = await sql('SELECT count(*)::int AS n FROM audit_events WHERE session = $1', `token:${id}`)
    expect(n).toBeGreaterThan(8)
    expect(await sql('SELECT FROM users WHERE id = $1', id)).toEqual([])
  })

  it('of a game reaches no other and ends with it, also when it comes back from the trash', async () => {
    const { token } = await make(ALL, game)
    const client = byToken(token)
    expect(await codeOf(client, 'GET', `/api/edit/games/${game}`)).toBe('200')
    for (const path of [
      `/api/edit/games/${other}`,
      `/api/game/${other}`,
      '/api/edit/games',
      '/api/admin/config'
    ])
      expect([path, await codeOf(client, 'GET', path)]).toEqual([path, '403 token.game'])
    await admin.ok('DELETE', `/api/edit/games/${game}`)
    expect(await codeOf(client, 'GET', `/api/edit/games/${game}`)).toBe('401 token.invalid')
    const [entry] = await sql(`SELECT id FROM trash WHERE kind = 'game' AND target_id = $1`, game)
    await admin.ok('POST', `/api/admin/trash/${entry.id}/restore`)
    expect(await codeOf(client, 'GET', `/api/edit/games/${game}`)).toBe('401 token.invalid')
  })

  it('may what its scopes say, with no more role than they need', async () => {
    const hidden = await playGame(platform.stores.db, { hidden: true })
    const read = byToken((await make(['read'])).token)
    expect(await codeOf(read, 'GET', `/api/game/${hidden.id}`)).toBe('404 game.not_found')
    expect(await codeOf(read, 'GET', `/api/game/${other}`)).toBe('200')
    expect(await codeOf(read, 'GET', '/api/edit/games')).toBe('403 token.scope')
    const monitor = byToken((await make(['monitor'])).token)
    expect(await codeOf(monitor, 'GET', `/api/game/${hidden.id}/submissions`)).toBe('200')
    expect(await codeOf(monitor, 'GET', '/api/admin/config')).toBe('403 token.scope')
  })

  it('neither opens nor decides a case: two people do', async () => {
    const played = await playGame(platform.stores.db)
    const client = byToken((await make()).token)
    const body = { title: 'x', evidence: [], participationIds: [played.teams[0]!.participationId] }
    expect(await codeOf(client, 'POST', `/api/game/${played.id}/cases`, body)).toBe('403 token.person_needed')
    await admin.ok('POST', `/api/game/${played.id}/cases`, body)
    const proposal = {
      ...{ outcome: 'warning', participationIds: body.participationIds, challengeIds: [] },
      ...{ reason: 'x', version: 1 }
    }
    const at = `/api/game/${played.id}/cases/1/decision`
    expect(await codeOf(client, 'POST', at, proposal)).toBe('403 token.person_needed')
  })

  it('ends at once when it is revoked or its time is over, and is kept as a hash', async () => {
    const { token, id } = await make()
    const client = byToken(token)
    expect(await codeOf(client, 'GET', '/api/edit/games')).toBe('200')
    expect(JSON.stringify(await sql('SELECT * FROM api_tokens'))).not.toContain(token.slice(12))
    expect(JSON.stringify(await admin.ok('GET', '/api/admin/tokens'))).not.toContain(token.slice(12))
    await admin.ok('DELETE', `/api/admin/tokens/${id}`)
    expect(await codeOf(client, 'GET', '/api/edit/games')).toBe('401 token.invalid')
    expect(await codeOf(admin, 'DELETE', `/api/admin/tokens/${id}`)).toBe('404 token.not_found')
    const old = await make()
    await sql('UPDATE api_tokens SET expires_at = now() WHERE id = $1', old.id)
    expect(await codeOf(byToken(old.token), 'GET', '/api/edit/games')).toBe('401 token.expired')
  })

  it('outlives the role of who made it', async () => {
    const second = new Client(platform.url)
    await second.register(`s${tag()}`)
    const { userId } = await second.ok<{ userId: string }>('GET', '/api/account/profile')
    const login = {
      userName: (await sql('SELECT user_name AS name FROM users WHERE id = $1', userId))[0].name
    }
    await admin.ok('PUT', `/api/admin/users/${userId}`, { role: 'Admin' })
    await second.ok('POST', '/api/account/login', { ...login, password: 'a pass word' })
    const { token, id } = await second.ok<Made>('POST', '/api/admin/tokens', input(ALL))
    await admin.ok('PUT', `/api/admin/users/${userId}`, { role: 'User' })
    await admin.ok('DELETE', `/api/admin/users/${userId}`)
    expect(await codeOf(byToken(token), 'GET', '/api/edit/games')).toBe('200')
    const shown = async () =>
      (await admin.ok<{ id: string }[]>('GET', '/api/admin/tokens')).find((one) => one.id === id)
    // The reply to a call does not wait until its use is written.
    await expect.poll(shown).toMatchObject({ madeBy: null, lastUsedAt: expect.any(String) })
  })
})

describe('making one', () => {
  it('needs an administrator, a login and a fresh confirmation', async () => {
    const player = new Client(platform.url)
    await player.register(`m${tag()}`)
    expect((await player.call('POST', '/api/admin/tokens', input(ALL))).status).toBe(403)
    const service = byToken((await make()).token)
    expect(await codeOf(service, 'POST', '/api/admin/tokens', input(ALL))).toBe('403 token.person_needed')
    const sessions = await sql(
      `UPDATE sessions SET confirmed_at = now() - interval '1 hour'
       WHERE user_id = (SELECT id FROM users WHERE user_name = 'Admin') RETURNING id`
    )
    expect(await codeOf(admin, 'POST', '/api/admin/tokens', input(ALL))).toBe('403 account.confirm_needed')
    await sql(
      'UPDATE sessions SET confirmed_at = now() WHERE id = ANY ($1)',
      sessions.map(({ id }) => id)
    )
  })

  it('refuses what is not for services, and names the field', async () => {
    const before = (await sql('SELECT FROM api_tokens')).length
    for (const change of [
      ...[
        { scopes: ['play'] },
        { scopes: [] },
        { days: 366 },
        { days: 0 },
        { name: '' },
        { days: undefined }
      ],
      ...[{ name: 'a\u200bb' }, { game: 999_999 }]
    ]) {
      const answer = await admin.call<{ field?: string }>('POST', '/api/admin/tokens', {
        ...input(ALL),
        ...change
      })
      const field = answer.body.field ?? Object.keys((answer.body as { errors?: object }).errors ?? {})[0]
      expect([change, answer.status, field?.split('.')[0]]).toEqual([
        change,
        'game' in change ? 404 : 400,
        Object.keys(change)[0]
      ])
    }
    expect((await sql('SELECT FROM api_tokens')).length).toBe(before)
  })

  it('stops at the limit, however many ask at the same time', async () => {
    await sql('DELETE FROM api_tokens')
    await sql(
      `INSERT INTO api_tokens (id, name, token_hash, hint, scopes, expires_at)
       SELECT gen_random_uuid(), 'x', md5(i::text) || md5(i::text), 'hly_', ARRAY['read'], now() + interval '1 day'
       FROM generate_series(1, 98) i`
    )
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => admin.call('POST', '/api/admin/tokens', input(['read'])))
    )
    expect(answers.filter(({ status }) => status === 200).length).toBe(2)
    expect((await sql('SELECT FROM api_tokens')).length).toBe(100)
  })
})
