import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GAME_ROLES, type GameRole } from '~/server/access/constants'
import { STAFF_LIMITS } from '~/server/game-staff/constants'
import type { StaffMember } from '~/server/game-staff/contract'
import { MAX_GAME_TOKENS } from '~/server/tokens/constants'
import { type GameTokenView, gameOfPath } from '~/server/tokens/contract'
import { GAME_OPERATIONS } from '~/tests/integration/api/game-roles'
import { setPolicy } from '~/tests/support/accounts/account-policy'
import { Client } from '~/tests/support/api/client'
import { Contract, type Served } from '~/tests/support/api/contract'
import { send } from '~/tests/support/files/files'
import { addUsers, type Member, sessionOf } from '~/tests/support/fixtures'
import { Organiser } from '~/tests/support/games/organiser'
import { type Platform, startPlatform } from '~/tests/support/processes/platform'

const NOBODY = '01890000-0000-7000-8000-000000000000'

/** Pages of a game, and who besides administrators may open them. The game is running. */
const ALL: readonly GameRole[] = GAME_ROLES
const PAGES: [path: string, roles: readonly GameRole[]][] = [
  ['/admin/games', ALL],
  ['/admin/Roles', ALL],
  ['/admin/games/#/Staff', ALL],
  ['/admin/games/#/Info', ['owner']],
  ['/admin/games/#/Webhooks', ['owner']],
  ['/admin/games/#/Suitcase', ['owner']],
  ['/admin/games/#/Rehearsal', ['owner']],
  ['/admin/games/#/Reveal', ['owner']],
  ['/admin/games/#/Categories', ['owner', 'author']],
  ['/admin/games/#/challenges', ['owner', 'author']],
  ['/admin/games/#/challenges/Replace', ['owner', 'author']],
  ['/admin/games/#/challenges/@', ['owner', 'author']],
  ['/admin/games/#/challenges/@/Container', ['owner', 'author']],
  ['/admin/games/#/challenges/@/Flags', ['owner', 'author']],
  ['/admin/games/#/challenges/@/Check', ['owner', 'author']],
  ['/admin/games/#/challenges/@/History', ['owner', 'author']],
  ['/games/#/Challenges', ALL],
  ['/games/#/Challenges?challenge=@', ALL],
  ['/admin/games/#/Review', ['owner', 'referee']],
  ['/admin/games/#/Notices', ['owner', 'referee']],
  ['/admin/games/#/Corrections', ['owner', 'referee']],
  ['/admin/games/#/ExtraTime', ['owner', 'referee']],
  ['/admin/games/#/WhatIf', ['owner', 'referee']],
  ['/admin/games/#/Writeups', ['owner', 'referee']],
  ['/admin/games/#/Standings', ['owner', 'referee', 'support', 'monitor']],
  ['/games/#/monitor/Watch', ['owner', 'referee', 'support', 'monitor']],
  ['/games/#/monitor/Events', ['owner', 'referee', 'support', 'monitor']],
  ['/games/#/monitor/Submissions', ['owner', 'referee', 'support', 'monitor']],
  ['/games/#/monitor/CheatInfo', ['owner', 'referee', 'support', 'monitor']],
  ['/games/#/monitor/Feedback', ['owner', 'author', 'referee', 'monitor']],
  ['/games/#/monitor/Signals', ['owner', 'referee', 'monitor']],
  ['/games/#/monitor/Cases', ['owner', 'referee', 'monitor']],
  ['/games/#/monitor/Cases/New', ['owner', 'referee', 'monitor']],
  ['/games/#/monitor/Help', ['owner', 'referee', 'support']],
  ['/games/#/monitor/Help/Message', ['owner', 'referee', 'support']],
  ['/games/#/monitor/Help/Earlier', ['owner', 'referee', 'support']],
  ['/games/#/monitor/Help/Answers', ['owner', 'support']],
  ['/games/#/monitor/Blocks', ['owner', 'author', 'referee']],
  ['/games/#/monitor/Blocks?challenge=@', ['owner', 'author', 'referee']],
  ['/games/#/monitor/Traffic', []],
  ['/admin/games/import', []],
  ['/admin/Users', []],
  ['/admin/Teams', []],
  ['/admin/Instances', []],
  ['/admin/Files', []],
  ['/admin/Trash', []],
  ['/admin/Tokens', []],
  ['/admin/Settings', []],
  ['/admin/Appearance', []],
  ['/admin/Logs', []]
]

let platform: Platform
let admin: Client
let contract: Contract
/** A running game that is hidden, and another one. */
let own: { id: number; challenges: { id: number }[] }
let other: typeof own
const staff = {} as Record<GameRole, Client>
/** Service tokens with a role in the own game. */
const programs = {} as Record<GameRole, Client>
let outsider: Client

const callerOf = async (member: Member): Promise<Client> => {
  const client = new Client(platform.url)
  client.cookie = await sessionOf(platform, member)
  return client
}

let made = 0
const newUser = async (role = 'User'): Promise<Member> => {
  made += 1
  return (await addUsers(platform.stores.db, 1, `helper${made}x`, role))[0]!
}

const query = async (text: string, ...values: unknown[]) =>
  (await platform.stores.db.pool.query(text, values)).rows

const give = (who: string, role: GameRole, game = own.id, by = admin) =>
  by.call<StaffMember[]>('POST', `/api/edit/games/${game}/staff`, { who, role })

const programOf = async (role: GameRole, game = own.id, by = admin): Promise<Client> => {
  const wish = { name: `ci ${role}`, role, days: 1 }
  const { token } = await by.ok<{ token: string }>('POST', `/api/edit/games/${game}/tokens`, wish)
  return new Client(platform.url, { Authorization: `Bearer ${token}` })
}

const rolesIn = async (game: number) =>
  (await admin.ok<StaffMember[]>('GET', `/api/edit/games/${game}/staff`)).map(
    ({ userName, role }) => `${userName} ${role}`
  )

beforeAll(async () => {
  platform = await startPlatform()
  const organiser = await Organiser.of(platform)
  admin = organiser.client
  own = await organiser.game({ challenges: [{ title: 'Own' }] })
  other = await organiser.game({ challenges: [{ title: 'Other' }] })
  // With the page of a container.
  await query(`UPDATE challenges SET type = 'StaticContainer' WHERE id = $1`, own.challenges[0]!.id)
  await query('UPDATE games SET hidden = true WHERE id = ANY ($1)', [own.id, other.id])
  contract = await Contract.of(new Client(platform.url))
  for (const role of GAME_ROLES) {
    const member = await newUser()
    expect((await give(member.name, role)).status).toBe(200)
    staff[role] = await callerOf(member)
    programs[role] = await programOf(role)
  }
  outsider = await callerOf(await newUser())
})
afterAll(() => platform?.close())

function pathOf({ path, method }: Served, game: typeof own): string {
  // What a deletion names does not exist, except for the game.
  const missing = method === 'DELETE' ? 999_999 : game.challenges[0]!.id
  const values: Record<string, string | number> = {
    id: game.id,
    cId: missing,
    userId: NOBODY,
    tokenId: NOBODY
  }
  return path.replace(/{(\w+)}/g, (_, name: string) => String(values[name] ?? 999_999))
}

describe('every operation of a game × every role in it', () => {
  const expected = new Map(GAME_OPERATIONS.flatMap(([roles, all]) => all.map((one) => [one, roles] as const)))

  it('is let in as the table says, in the own game alone', async () => {
    const wrong: string[] = []
    // Deleting the game, and what would go on, come last or not at all.
    const skipped = new Set(['editDeleteGame', 'editStartRehearsal'])
    // Their paths name no game: their services ask for the game of what they find.
    const ofNoGame = new Set(['assetsUpload', 'adminEditParticipation', 'adminParticipation'])
    const operations = contract.operations.filter(({ id, path }) => {
      const ofGame = /^\/api\/(game|edit\/games|admin\/writeups)\/(games\/)?{id}/.test(path)
      return !skipped.has(id) && (ofGame || expected.has(id))
    })
    expect(operations.length).toBeGreaterThan(110)
    for (const operation of operations) {
      const { id, method, role } = operation
      if (role !== 'admin' && role !== 'monitor') continue
      for (const one of GAME_ROLES) {
        const body = method === 'GET' ? undefined : {}
        const may = expected.get(id)?.includes(one) ?? false
        const { status } = await staff[one].call(method, pathOf(operation, own), body)
        if ((status !== 403) !== may || status >= 500) wrong.push(`${one} ${id}: ${status}`)
        if (ofNoGame.has(id)) continue
        const elsewhere = await staff[one].call(method, pathOf(operation, other), body)
        if (elsewhere.status !== 403) wrong.push(`${one} ${id} elsewhere: ${elsewhere.status}`)
      }
    }
    expect(wrong).toEqual([])
  })

  it('lets in a service token as its role, where no person is needed', async () => {
    const skipped = new Set(['editDeleteGame', 'editStartRehearsal'])
    const wrong: string[] = []
    let passed = 0
    for (const operation of contract.operations) {
      const { id, method, role, scope } = operation
      if (skipped.has(id) || (role !== 'admin' && role !== 'monitor')) continue
      const path = pathOf(operation, own)
      const body = method === 'GET' ? undefined : {}
      for (const one of GAME_ROLES) {
        const may = scope !== null && gameOfPath(path) === own.id && expected.get(id)?.includes(one)
        const { status } = await programs[one].call(method, path, body)
        if ((status !== 403) !== (may ?? false) || status >= 500) wrong.push(`${one} ${id}: ${status}`)
        if (may) passed++
      }
    }
    expect(wrong).toEqual([])
    expect(passed).toBeGreaterThan(150)
  })

  it('gives a service token nothing outside its game, on any call', async () => {
    const wrong: string[] = []
    for (const operation of contract.operations) {
      const { id, method, path } = operation
      if (!path.startsWith('/api/') || path === '/api/openapi.json') continue
      const body = method === 'GET' ? undefined : {}
      const { status, body: answer } = await programs.owner.call<{ code?: string }>(
        method,
        pathOf(operation, other),
        body
      )
      const refused = ['token.game', 'token.person_needed', 'token.login_needed'].includes(answer?.code ?? '')
      if (status !== 403 || !refused) wrong.push(`${id}: ${status} ${answer?.code}`)
    }
    expect(wrong).toEqual([])
  })

  it('is named in the table, if it is for staff of a game', async () => {
    const document = await admin.ok<{ paths: Record<string, Record<string, Record<string, unknown>>> }>(
      'GET',
      '/api/openapi.json'
    )
    const served = Object.values(document.paths)
      .flatMap((item) => Object.values(item))
      .filter((one) => one['x-game-roles'])
      .map((one) => one.operationId as string)
    expect(served.sort()).toEqual([...expected.keys()].sort())
  })

  it('finds nothing of another game below the own one', async () => {
    const foreign = other.challenges[0]!.id
    for (const [method, path] of [
      ['GET', `/api/edit/games/${own.id}/challenges/${foreign}`],
      ['PUT', `/api/edit/games/${own.id}/challenges/${foreign}`],
      ['DELETE', `/api/edit/games/${own.id}/challenges/${foreign}`],
      ['GET', `/api/edit/games/${own.id}/challenges/${foreign}/preview`],
      ['GET', `/api/edit/games/${own.id}/challenges/${foreign}/versions`]
    ] as const)
      expect(
        (await staff.owner.call(method, path, method === 'PUT' ? { title: 'x' } : undefined)).status
      ).toBe(404)
  })

  it('an author attaches a file, which those read whose work it is', async () => {
    const part = { field: 'files', name: 'a.txt', content: `own ${Date.now()}` }
    const { body } = await send<{ hash: string }[]>(staff.author, 'POST', '/api/assets', [part])
    const fileHash = body[0]!.hash
    const challenge = `/api/edit/games/${own.id}/challenges/${own.challenges[0]!.id}`
    await staff.author.ok('POST', `${challenge}/attachment`, { attachmentType: 'Local', fileHash })
    const readers: string[] = []
    for (const role of GAME_ROLES)
      if ((await staff[role].call('GET', `/assets/${fileHash}/a.txt`)).status === 200) readers.push(role)
    expect(readers).toEqual(['owner', 'author'])
    expect((await outsider.call('GET', `/assets/${fileHash}/a.txt`)).status).toBe(404)
    expect((await send(staff.referee, 'POST', '/api/assets', [part])).status).toBe(403)
  })

  it('an author opens no file of others by naming its hash, in an attachment, a flag or a text', async () => {
    const part = { field: 'files', name: 'secret.txt', content: `secret ${Date.now()}` }
    const { body } = await send<{ hash: string }[]>(admin, 'POST', '/api/assets', [part])
    const fileHash = body[0]!.hash
    const file = { attachmentType: 'Local', fileHash }
    const edit = `/api/edit/games/${own.id}/challenges`
    const path = `${edit}/${own.challenges[0]!.id}`
    const read = async () => (await staff.author.call('GET', `/assets/${fileHash}/secret.txt`)).status
    for (const client of [staff.author, programs.author])
      expect((await client.call('POST', `${path}/attachment`, file)).status).toBe(400)
    const drawn = { title: 'Drawn', category: 'Misc', type: 'DynamicAttachment' }
    const { id } = await staff.author.ok<{ id: number }>('POST', edit, drawn)
    const flags = [{ flag: 'flag{of others}', ...file }]
    expect((await staff.author.call('POST', `${edit}/${id}/flags`, flags)).status).toBe(400)
    await staff.author.ok('PUT', path, { content: `![](/assets/${fileHash}/secret.txt)` })
    expect(await read()).toBe(404)
    await staff.author.ok('DELETE', `${edit}/${id}`)
    await admin.ok('POST', `${path}/attachment`, file)
    await staff.author.ok('PUT', path, { content: `![](/assets/${fileHash}/secret.txt) again` })
    expect(await read()).toBe(200)
    await staff.author.ok('POST', `${path}/attachment`, { attachmentType: 'None' })
    expect(await read()).toBe(200)
    await staff.author.ok('PUT', path, { content: '' })
  })

  it('leaves calls of the platform to the platform', async () => {
    for (const operation of contract.operations) {
      const { id, method, role, path } = operation
      if (expected.has(id) || (role !== 'admin' && role !== 'monitor')) continue
      const { status } = await staff.owner.call(
        method,
        pathOf(operation, own),
        method === 'GET' ? undefined : {}
      )
      expect([path, status]).toEqual([path, 403])
    }
  })
})

describe('every page × every role', () => {
  it('opens as the table says', async () => {
    const found: Record<string, string[]> = {}
    for (const [path] of PAGES) {
      found[path] = []
      const at = path.replace('#', String(own.id)).replace('@', String(own.challenges[0]!.id))
      for (const role of GAME_ROLES)
        if ((await staff[role].call('GET', at)).status === 200) found[path].push(role)
    }
    expect(found).toEqual(Object.fromEntries(PAGES.map(([path, roles]) => [path, [...roles]])))
  })

  it('is not there for others, nor for staff of another game', async () => {
    for (const [path, roles] of PAGES) {
      const at = (game: typeof own) =>
        path.replace('#', String(game.id)).replace('@', String(game.challenges[0]!.id))
      if (path.includes('/Challenges')) continue
      expect([path, (await outsider.call('GET', at(own))).status]).toEqual([path, 404])
      if (path.includes('#') && roles.length > 0)
        expect([path, (await staff.owner.call('GET', at(other))).status]).toEqual([path, 404])
    }
  })

  it('leads to what the reader may do and nothing else', async () => {
    const pageFor = async (role: GameRole, path: string) =>
      String((await staff[role].call('GET', path.replace('#', String(own.id)))).body)
    const author = await pageFor('author', '/admin/games/#/Staff')
    expect(author).toContain(`href="/admin/games/${own.id}/challenges"`)
    for (const closed of ['Info"', 'Review"', 'Webhooks"', 'monitor/Events"'])
      expect(author).not.toContain(`/${own.id}/${closed}`)
    expect(author).not.toContain('value="add"')
    expect(await pageFor('owner', '/admin/games/#/Staff')).toContain('value="add"')
    const support = await pageFor('support', '/games/#/monitor/Events')
    expect(support).toContain(`/games/${own.id}/monitor/Help"`)
    expect(support).not.toContain(`/games/${own.id}/monitor/Cases"`)
    const games = await pageFor('monitor', '/admin/games')
    expect(games).toContain(`/admin/games/${own.id}/Staff`)
    expect(games).not.toContain(`/admin/games/${other.id}/`)
    expect(games).not.toContain('/admin/Users')
  })
})

describe('forms of pages', () => {
  const post = (client: Client, path: string, fields: Record<string, string>) =>
    fetch(platform.url + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { Cookie: client.cookie, Origin: platform.url },
      body: new URLSearchParams(fields)
    })

  it('add, change and remove without script', async () => {
    const helper = await newUser()
    const path = `/admin/games/${own.id}/Staff`
    const added = await post(staff.owner, path, { intent: 'add', who: helper.name, role: 'support' })
    expect([added.status, added.headers.get('location')]).toEqual([303, path])
    expect(await rolesIn(own.id)).toContain(`${helper.name} support`)
    await post(staff.owner, path, { intent: 'change', user: helper.id, role: 'monitor' })
    expect(await rolesIn(own.id)).toContain(`${helper.name} monitor`)
    const page = await post(staff.owner, path, { intent: 'add', who: 'nobody at all', role: 'author' })
    expect([page.status, await page.text()]).toEqual([400, expect.stringContaining('No active account')])
    await post(staff.owner, path, { intent: 'remove', user: helper.id })
    expect((await rolesIn(own.id)).join()).not.toContain(helper.name)
  })

  it('are refused for roles that may not, and change nothing', async () => {
    const before = await query('SELECT row_to_json(g) AS game FROM games g WHERE id = ANY ($1)', [
      own.id,
      other.id
    ])
    const members = await query('SELECT * FROM game_staff ORDER BY game_id, user_id')
    const tries: [GameRole, string, Record<string, string>][] = [
      ['author', `/admin/games/${own.id}/Staff`, { intent: 'add', who: 'x', role: 'owner' }],
      ['referee', `/admin/games/${own.id}/Staff`, { intent: 'remove', user: NOBODY }],
      ['author', `/admin/games/${own.id}/Info`, { intent: 'remove' }],
      ['referee', `/admin/games/${own.id}/Info`, { intent: 'recount' }],
      ['support', `/admin/games/${own.id}/Review`, { intent: 'bulk-Accepted', 'ids[]': '1' }],
      ['monitor', `/admin/games/${own.id}/challenges`, { intent: 'bulk-disable', 'ids[]': '1' }],
      ['referee', `/admin/games/${own.id}/challenges/${own.challenges[0]!.id}`, { intent: 'preview' }],
      ['owner', `/admin/games/${other.id}/Info`, { intent: 'remove' }],
      ['owner', `/admin/games/${other.id}/Staff`, { intent: 'add', who: 'x', role: 'owner' }]
    ]
    for (const [role, path, fields] of tries)
      expect([role, path, (await post(staff[role], path, fields)).status]).toEqual([role, path, 404])
    // The list names its game in a field.
    const shown = await post(staff.owner, '/admin/games', {
      intent: 'show',
      game: String(other.id),
      hidden: 'false'
    })
    expect(shown.status).toBe(403)
    expect(
      await query('SELECT row_to_json(g) AS game FROM games g WHERE id = ANY ($1)', [own.id, other.id])
    ).toEqual(before)
    expect(await query('SELECT * FROM game_staff ORDER BY game_id, user_id')).toEqual(members)
  })

  it('a referee pauses a running game and resumes it', async () => {
    const path = `/admin/games/${own.id}/Staff`
    const until = new Date(Date.now() + 1_800_000).toISOString().slice(0, 16)
    expect((await post(staff.referee, path, { intent: 'pause', until, reason: 'Power' })).status).toBe(303)
    expect((await post(staff.support, path, { intent: 'resume' })).status).toBe(404)
    expect((await post(staff.referee, path, { intent: 'resume' })).status).toBe(303)
  })
})

describe('changing staff', () => {
  it('who makes a game owns it, and the last owner stays', async () => {
    const { id } = await (await Organiser.of(platform)).game({})
    const [first] = await admin.ok<StaffMember[]>('GET', `/api/edit/games/${id}/staff`)
    expect(first).toMatchObject({ role: 'owner', addedBy: null })
    const path = `/api/edit/games/${id}/staff/${first!.userId}`
    expect((await admin.call('DELETE', path)).status).toBe(409)
    expect((await admin.call('PUT', path, { role: 'author' })).status).toBe(409)
    expect((await admin.call('PUT', path, { role: 'owner' })).status).toBe(200)
    expect(await rolesIn(id)).toHaveLength(1)
  })

  it('two owners who remove each other leave one', async () => {
    const { id } = await (await Organiser.of(platform)).game({})
    const [maker] = await admin.ok<StaffMember[]>('GET', `/api/edit/games/${id}/staff`)
    const pair = [await newUser(), await newUser()]
    for (const { name } of pair) await give(name, 'owner', id)
    await admin.ok('DELETE', `/api/edit/games/${id}/staff/${maker!.userId}`)
    const clients = await Promise.all(pair.map(callerOf))
    const answers = await Promise.all(
      clients.map((client, place) =>
        client.call('DELETE', `/api/edit/games/${id}/staff/${pair[1 - place]!.id}`)
      )
    )
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses[0]).toBe(200)
    expect([403, 409]).toContain(statuses[1])
    expect(await rolesIn(id)).toHaveLength(1)
  })

  it('a role holds from the next call on, and ends with the next', async () => {
    const member = await newUser()
    const client = await callerOf(member)
    const game = `/api/game/${own.id}`
    const edited = `/api/edit/games/${own.id}/challenges`
    expect([(await client.call('GET', game)).status, (await client.call('GET', edited)).status]).toEqual([
      404, 403
    ])
    await give(member.name, 'author')
    expect([(await client.call('GET', game)).status, (await client.call('GET', edited)).status]).toEqual([
      200, 200
    ])
    await admin.ok('PUT', `/api/edit/games/${own.id}/staff/${member.id}`, { role: 'support' })
    expect((await client.call('GET', edited)).status).toBe(403)
    await admin.ok('DELETE', `/api/edit/games/${own.id}/staff/${member.id}`)
    expect([(await client.call('GET', game)).status, (await client.call('GET', edited)).status]).toEqual([
      404, 403
    ])
  })

  it('tells owners nothing of addresses: only administrators give a role by one', async () => {
    const member = await newUser()
    const path = `/api/edit/games/${own.id}/staff`
    const refusal = async (who: string) => {
      const { status, body } = await staff.owner.call<object>('POST', path, { who, role: 'author' })
      return { status, ...body, requestId: null }
    }
    const [known, unknown] = [
      await refusal(`${member.name}@example.org`),
      await refusal('nobody@example.org')
    ]
    expect(known).toEqual(unknown)
    expect(known).toMatchObject({ status: 400, code: 'staff.nobody' })
    expect((await give(`${member.name}@example.org`, 'author')).status).toBe(200)
    await admin.ok('DELETE', `${path}/${member.id}`)
  })

  it('refuses nobody, people twice, other roles and missing games, each with its field', async () => {
    const member = await newUser()
    const [banned, inactive] = [await newUser('Banned'), await newUser()]
    await query('UPDATE users SET active = false WHERE id = $1', inactive.id)
    await give(member.name, 'monitor')
    const codes: [object, number][] = [
      [{ who: banned.name, role: 'author' }, 400],
      [{ who: inactive.name, role: 'author' }, 400],
      [{ who: member.name.toUpperCase(), role: 'owner' }, 400],
      [{ who: '', role: 'owner' }, 400],
      [{ who: 'a\0b', role: 'owner' }, 400],
      [{ who: member.name, role: 'Admin' }, 400],
      [{ role: 'owner' }, 400]
    ]
    const before = await rolesIn(own.id)
    for (const [body, status] of codes) {
      const answer = await admin.call<{ title: string }>('POST', `/api/edit/games/${own.id}/staff`, body)
      expect([body, answer.status]).toEqual([body, status])
    }
    expect(await rolesIn(own.id)).toEqual(before)
    expect((await give(member.name, 'owner', 999_999)).status).toBe(404)
    for (const method of ['PUT', 'DELETE'] as const) {
      const path = `/api/edit/games/${own.id}/staff/${NOBODY}`
      expect((await admin.call(method, path, method === 'PUT' ? { role: 'owner' } : undefined)).status).toBe(
        404
      )
    }
  })

  it('has limits for a game and for a person', async () => {
    const { id } = await (await Organiser.of(platform)).game({})
    const many = await addUsers(platform.stores.db, STAFF_LIMITS.people - 1, 'crowd')
    await query(
      `INSERT INTO game_staff (game_id, user_id, role, added_at) SELECT $1, unnest($2::uuid[]), 'monitor', now()`,
      id,
      many.map((one) => one.id)
    )
    const late = await newUser()
    const full = await give(late.name, 'author', id)
    expect([full.status, JSON.stringify(full.body)]).toEqual([400, expect.stringContaining('50')])
    await query(
      `WITH g AS (
         INSERT INTO games OVERRIDING SYSTEM VALUE
         SELECT (jsonb_populate_record(g, jsonb_build_object('id', 700000 + i))).*
         FROM games g, generate_series(1, $2::int) i WHERE g.id = $3 RETURNING id)
       INSERT INTO game_staff (game_id, user_id, role, added_at) SELECT id, $1, 'monitor', now() FROM g`,
      late.id,
      STAFF_LIMITS.games,
      own.id
    )
    expect((await give(late.name, 'author')).status).toBe(400)
    await query('DELETE FROM games WHERE id > 700000')
    expect((await give(late.name, 'author')).status).toBe(200)
  })

  it('needs a login that was confirmed', async () => {
    const member = await newUser()
    await give(member.name, 'owner')
    const client = await callerOf(member)
    await query(
      `UPDATE sessions SET confirmed_at = now() - interval '11 minutes' WHERE user_id = $1`,
      member.id
    )
    const refused = await give((await newUser()).name, 'author', own.id, client)
    expect(refused.status).toBe(403)
    expect((await client.call('GET', `/api/edit/games/${own.id}/staff`)).status).toBe(200)
    await admin.ok('DELETE', `/api/edit/games/${own.id}/staff/${member.id}`)
  })

  it('is audited with who, whom and which role', async () => {
    const member = await newUser()
    await give(member.name, 'author')
    await admin.ok('DELETE', `/api/edit/games/${own.id}/staff/${member.id}`)
    const found = await query(
      `SELECT action, before, after FROM audit_events WHERE target = $1 AND action LIKE 'game_staff%' ORDER BY id DESC LIMIT 2`,
      `game:${own.id}`
    )
    expect(found).toEqual([
      { action: 'game_staff_removed', before: { account: member.id, role: 'author' }, after: null },
      { action: 'game_staff_added', before: null, after: { account: member.id, role: 'author' } }
    ])
  })

  it('goes into the trash with the game and comes back', async () => {
    const { id } = await (await Organiser.of(platform)).game({})
    const member = await newUser()
    await give(member.name, 'author', id)
    const client = await callerOf(member)
    const before = await rolesIn(id)
    await admin.ok('DELETE', `/api/edit/games/${id}`)
    expect((await client.call('GET', `/api/edit/games/${id}/challenges`)).status).not.toBe(200)
    const { data } = await admin.ok<{ data: { id: number; targetId: number }[] }>('GET', '/api/admin/trash')
    await admin.ok('POST', `/api/admin/trash/${data.find(({ targetId }) => targetId === id)!.id}/restore`)
    expect(await rolesIn(id)).toEqual(before)
    expect((await client.call('GET', `/api/edit/games/${id}/challenges`)).status).toBe(200)
  })
})

describe('tokens and second factors', () => {
  it('a token for the game may what its owner may, and ends with the role', async () => {
    const client = new Client(platform.url)
    await client.register('tokenauthor')
    const { userId } = await client.ok<{ userId: string }>('GET', '/api/account/profile')
    await give('tokenauthor', 'author')
    const wish = { name: 'CI', days: 1, password: 'a pass word' }
    const make = (more: object) =>
      client.call<{ token: string }>('POST', '/api/account/tokens', { ...wish, ...more })
    expect((await make({ scopes: ['edit'] })).status).toBe(400)
    expect((await make({ scopes: ['edit'], game: other.id })).status).toBe(400)
    expect((await make({ scopes: ['admin'], game: own.id })).status).toBe(400)
    const { body } = await make({ scopes: ['edit', 'monitor'], game: own.id })
    const bearer = new Client(platform.url, { Authorization: `Bearer ${body.token}` })
    const statusOf = async (path: string) => (await bearer.call('GET', path)).status
    expect(await statusOf(`/api/edit/games/${own.id}/challenges`)).toBe(200)
    expect(await statusOf(`/api/edit/games/${own.id}/webhooks`)).toBe(403)
    expect(await statusOf(`/api/game/${own.id}/events`)).toBe(403)
    await admin.ok('DELETE', `/api/edit/games/${own.id}/staff/${userId}`)
    expect(await statusOf(`/api/edit/games/${own.id}/challenges`)).toBe(403)
  })

  it('a service token works in its game alone, and the audit names it', async () => {
    const program = await programOf('owner')
    const notices = `/api/edit/games/${own.id}/notices`
    const notice = await program.ok<{ id: number }>('POST', notices, { content: 'By a program' })
    const [act] = await query(
      `SELECT actor_id, token, session FROM audit_events WHERE target = $1`,
      `notice:${notice.id}`
    )
    const [listed] = await admin.ok<GameTokenView[]>('GET', `/api/edit/games/${own.id}/tokens`)
    expect(act).toEqual({ actor_id: null, token: 'ci owner', session: `token:${listed!.id}` })
    await expect
      .poll(async () => (await admin.ok<GameTokenView[]>('GET', `/api/edit/games/${own.id}/tokens`))[0])
      .toMatchObject({ role: 'owner', madeBy: 'Admin', lastUsedAt: expect.any(String) })
    expect((await program.call('GET', `/api/edit/games/${own.id}/tokens`)).status).toBe(403)
    const wish = { name: 'child', role: 'owner', days: 1 }
    expect((await program.call('POST', `/api/edit/games/${own.id}/tokens`, wish)).status).toBe(403)
  })

  it('a service token ends with its maker’s role, and no new role brings it back', async () => {
    const ends: [
      string,
      (id: string, name: string) => Promise<unknown>,
      (name: string) => Promise<unknown>
    ][] = [
      [
        'removed',
        (id) => admin.ok('DELETE', `/api/edit/games/${own.id}/staff/${id}`),
        (name) => give(name, 'owner')
      ],
      [
        'lowered',
        (id) => admin.ok('PUT', `/api/edit/games/${own.id}/staff/${id}`, { role: 'author' }),
        async (name) => {
          const [{ id }] = await query('SELECT id FROM users WHERE user_name = $1', name)
          await admin.ok('PUT', `/api/edit/games/${own.id}/staff/${id}`, { role: 'owner' })
        }
      ],
      [
        'banned',
        (id) => admin.ok('PUT', `/api/admin/users/${id}`, { role: 'Banned' }),
        async (name) => query(`UPDATE users SET role = 'User' WHERE user_name = $1`, name)
      ],
      ['erased', (id) => admin.ok('POST', `/api/admin/users/${id}/erase`), async () => undefined],
      ['deleted', (id) => admin.ok('DELETE', `/api/admin/users/${id}`), async () => undefined]
    ]
    for (const [way, take, back] of ends) {
      const member = await newUser()
      await give(member.name, 'owner')
      const program = await programOf('author', own.id, await callerOf(member))
      const edited = `/api/edit/games/${own.id}/challenges`
      expect([way, (await program.call('GET', edited)).status]).toEqual([way, 200])
      await take(member.id, member.name)
      expect([way, (await program.call('GET', edited)).status]).toEqual([way, 401])
      await back(member.name)
      expect([way, (await program.call('GET', edited)).status]).toEqual([way, 401])
    }
    const ended = await query(
      `SELECT count(*)::int AS n FROM audit_events WHERE action = 'game_token_ended' AND target = $1`,
      `game:${own.id}`
    )
    expect(ended).toEqual([{ n: ends.length }])
  })

  it('an owner who loses the role while a token is made gets none', async () => {
    const member = await newUser()
    await give(member.name, 'owner')
    const client = await callerOf(member)
    await client.ok('GET', `/api/edit/games/${own.id}/tokens`)
    // As another process would, whose news has not arrived.
    await query('DELETE FROM game_staff WHERE user_id = $1', member.id)
    const wish = { name: 'late', role: 'monitor', days: 1 }
    expect((await client.call('POST', `/api/edit/games/${own.id}/tokens`, wish)).status).toBe(403)
    expect(await query(`SELECT FROM api_tokens WHERE name = 'late'`)).toEqual([])
  })

  it('service tokens have a limit for each game, which holds for all who ask at the same time', async () => {
    const { id } = await (await Organiser.of(platform)).game({})
    const path = `/api/edit/games/${id}/tokens`
    await query(
      `INSERT INTO api_tokens (id, name, token_hash, hint, scopes, game_id, game_role, expires_at)
       SELECT gen_random_uuid(), 'x', md5(i::text) || md5('g' || i), 'hly_', ARRAY['read'], $1, 'monitor', now() + interval '1 day'
       FROM generate_series(1, $2::int) i`,
      id,
      MAX_GAME_TOKENS - 2
    )
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, n) =>
        admin.call('POST', path, { name: `n${n}`, role: 'monitor', days: 1 })
      )
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400, 400])
    for (const wish of [
      { name: '', role: 'author', days: 1 },
      { name: 'x', role: 'Admin', days: 1 },
      { name: 'x', role: 'author', days: 366 }
    ])
      expect((await admin.call('POST', path, wish)).status).toBe(400)
    await admin.ok('DELETE', `/api/edit/games/${id}`)
    expect(await query('SELECT FROM api_tokens WHERE game_id = $1', id)).toEqual([])
  })

  it('owners make and revoke service tokens by forms, others do not', async () => {
    const post = (client: Client, fields: Record<string, string>) =>
      fetch(`${platform.url}/admin/games/${own.id}/Staff`, {
        method: 'POST',
        redirect: 'manual',
        headers: { Cookie: client.cookie, Origin: platform.url },
        body: new URLSearchParams(fields)
      })
    const made = await post(staff.owner, { intent: 'token', name: 'Overlay', role: 'monitor', days: '3' })
    const secret = /hly_[A-Za-z0-9]{40}/.exec(await made.text())?.[0]
    const program = new Client(platform.url, { Authorization: `Bearer ${secret}` })
    expect((await program.call('GET', `/api/game/${own.id}/events`)).status).toBe(200)
    const [{ id }] = await query(`SELECT id FROM api_tokens WHERE name = 'Overlay'`)
    expect((await post(staff.author, { intent: 'revoke', id })).status).toBe(404)
    expect((await post(staff.owner, { intent: 'revoke', id })).status).toBe(303)
    expect((await program.call('GET', `/api/game/${own.id}/events`)).status).toBe(401)
    const elsewhere = `/api/edit/games/${other.id}/tokens/${id}`
    expect((await admin.call('DELETE', elsewhere)).status).toBe(404)
    const bad = await post(staff.owner, { intent: 'token', name: 'Overlay', role: 'monitor', days: '400' })
    expect([bad.status, await bad.text()]).toEqual([400, expect.stringContaining('aria-invalid')])
  })

  it('staff of a game need a second factor when staff does', async () => {
    const member = await newUser()
    const client = await callerOf(member)
    await give(member.name, 'author')
    const status = async (caller: Client) => (await caller.call('GET', '/api/account/profile')).status
    await setPolicy(platform, { staffSecondFactor: true })
    // The caches of the platform hear of it a moment later.
    await expect.poll(() => status(client)).toBe(401)
    expect(await status(outsider)).toBe(200)
    await setPolicy(platform, { staffSecondFactor: false })
    await expect.poll(() => status(client)).toBe(200)
  })
})
