import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '~/server/platform/time'
import { MAX_ASKED, MAX_WAITING } from '~/server/teams/finding/constants'
import { listingInput, listingQuery, requestInput } from '~/server/teams/finding/contract'
import { type Domain, openDomain, outcomes, refused } from '../../support/domain'
import { type Member, sessionOf } from '../../support/fixtures'

let domain: Domain

beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const teams = () => domain.services.teams
const later = (milliseconds: number) => new Date(Date.now() + milliseconds)
const query = (more: object = {}) => listingQuery.parse(more)
const memberIds = async (id: number) => (await teams().one(domain.as(null), id)).members!.map(({ id }) => id)

async function openTeam(text = 'crypto, evenings') {
  const team = await domain.team()
  const captain = domain.as(team.captain)
  await teams().listTeam(captain, team.id, { text })
  const answer = (player: Member, accept: boolean, now?: Date) =>
    teams().answer(domain.as(team.captain, { now }), team.id, player.id, accept)
  const waiting = async () => (await teams().requests(captain, team.id)).map(({ userId }) => userId)
  return { ...team, answer, waiting }
}

const ask = (player: Member, id: number, now?: Date) =>
  teams().ask(domain.as(player, { now }), id, { text: 'I like pwn' })
/** What pages of this account count beside the link to teams. */
async function newsOf(member: Member): Promise<number> {
  const cookie = await sessionOf(domain, member)
  return (await domain.services.accounts.sessions.authenticate(cookie, null)).actor?.news ?? 0
}

describe('a request', () => {
  it('waits, is accepted, and its player is told until the answer is closed', async () => {
    const { id, captain, answer, waiting } = await openTeam()
    const [player] = await domain.users(1)
    await ask(player!, id)
    expect(await waiting()).toEqual([player!.id])
    expect([await newsOf(captain), await newsOf(player!)]).toEqual([1, 0])
    expect(await teams().asked(domain.as(player!))).toMatchObject([{ team: { id }, state: 'Waiting' }])
    await answer(player!, true)
    expect(await memberIds(id)).toEqual([captain.id, player!.id])
    expect([await newsOf(captain), await newsOf(player!)]).toEqual([0, 1])
    expect(await teams().asked(domain.as(player!))).toMatchObject([{ state: 'Accepted' }])
    await teams().withdraw(domain.as(player!), id)
    expect(await teams().asked(domain.as(player!))).toEqual([])
    expect(await newsOf(player!)).toBe(0)
    expect(await memberIds(id)).toContain(player!.id)
  })

  it('that was declined bars another one for a week, to the millisecond', async () => {
    const { id, answer } = await openTeam()
    const [player] = await domain.users(1)
    const now = new Date()
    await ask(player!, id, now)
    await answer(player!, false, now)
    await teams().withdraw(domain.as(player!), id)
    expect(await teams().asked(domain.as(player!))).toEqual([])
    const end = now.getTime() + 7 * DAY_MS
    await refused(ask(player!, id, new Date(end - 1)), 'team.request_declined', 400)
    await ask(player!, id, new Date(end))
  })

  it('that is taken back while it is accepted ends as one of both', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { id, answer } = await openTeam()
      const [player] = await domain.users(1)
      await ask(player!, id)
      const { codes } = await outcomes([teams().withdraw(domain.as(player!), id), answer(player!, true)])
      const inTeam = (await memberIds(id)).includes(player!.id)
      // An answer that comes first is closed by the same act.
      expect(codes).toEqual(inTeam ? [] : ['team.request_not_found'])
    }
  })

  it('is answered once, whatever is answered at the same moment', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { id, answer } = await openTeam()
      const [player] = await domain.users(1)
      await ask(player!, id)
      const answers = [answer(player!, true), answer(player!, false), answer(player!, true)]
      const { done, codes } = await outcomes(answers)
      expect({ done, codes }).toEqual({
        done: 1,
        codes: ['team.request_not_found', 'team.request_not_found']
      })
      const [own] = await teams().asked(domain.as(player!))
      expect((await memberIds(id)).includes(player!.id)).toBe(own!.state === 'Accepted')
    }
  })

  it('goes when its player joins by the code, and is then no news', async () => {
    const { id, captain, waiting, answer } = await openTeam()
    const [player] = await domain.users(1)
    await ask(player!, id)
    await teams().accept(domain.as(player!), await teams().invite(domain.as(captain), id))
    expect(await waiting()).toEqual([])
    expect(await newsOf(captain)).toBe(0)
    await refused(answer(player!, true), 'team.request_not_found', 404)
  })

  it('of an excluded account is neither seen nor accepted', async () => {
    const { id, waiting, answer } = await openTeam()
    const [player] = await domain.users(1)
    await ask(player!, id)
    await domain.stores.db.pool.query(`UPDATE users SET role = 'Banned' WHERE id = $1`, [player!.id])
    expect(await waiting()).toEqual([])
    await refused(answer(player!, true), 'team.request_not_found', 404)
  })

  it('goes to who leads the team at the moment', async () => {
    const { id, captain } = await openTeam()
    const [heir, player] = await domain.users(2)
    await teams().accept(domain.as(heir!), await teams().invite(domain.as(captain), id))
    await ask(player!, id)
    expect([await newsOf(captain), await newsOf(heir!)]).toEqual([1, 0])
    await teams().transfer(domain.as(captain), id, heir!.id)
    expect([await newsOf(captain), await newsOf(heir!)]).toEqual([0, 1])
    await refused(teams().answer(domain.as(captain), id, player!.id, true), 'team.captain_only', 403)
    await teams().answer(domain.as(heir!), id, player!.id, true)
  })
})

describe('asking', () => {
  it('is refused for what cannot be', async () => {
    const closed = await domain.team()
    const { id, captain } = await openTeam()
    const [player] = await domain.users(1)
    await refused(ask(player!, closed.id), 'team.requests_closed', 400)
    await refused(ask(player!, 999_999), 'team.not_found', 400)
    await refused(ask(captain, id), 'team.already_member', 400)
    await refused(teams().ask(domain.as(null), id, { text: 'x' }), 'auth.login_required', 401)
    await ask(player!, id)
    await refused(ask(player!, id), 'team.request_waits', 400)
    await teams().listTeam(domain.as(captain), id, null)
    const [late] = await domain.users(1)
    await refused(ask(late!, id), 'team.requests_closed', 400)
  })

  it('twice at once asks once', async () => {
    const { id, waiting } = await openTeam()
    const [player] = await domain.users(1)
    const { done, codes } = await outcomes([1, 2, 3].map(() => ask(player!, id)))
    expect({ done, codes }).toEqual({ done: 1, codes: ['team.request_waits', 'team.request_waits'] })
    expect(await waiting()).toHaveLength(1)
  })

  it('has a limit for players, whatever is asked at the same moment', async () => {
    const open = await Promise.all(Array.from({ length: MAX_ASKED + 2 }, () => openTeam()))
    const [player] = await domain.users(1)
    const { done, codes } = await outcomes(open.map(({ id }) => ask(player!, id)))
    expect({ done, codes }).toEqual({ done: MAX_ASKED, codes: ['team.request_limit', 'team.request_limit'] })
    const [first] = await teams().asked(domain.as(player!))
    await teams().withdraw(domain.as(player!), first!.team.id)
    await ask(player!, first!.team.id)
  })

  it('has a limit for teams, whoever asks at the same moment', async () => {
    const { id, waiting } = await openTeam()
    const players = await domain.users(MAX_WAITING + 3)
    const { done, codes } = await outcomes(players.map((player) => ask(player, id)))
    expect({ done, codes: new Set(codes) }).toEqual({
      done: MAX_WAITING,
      codes: new Set(['team.requests_full'])
    })
    expect(await waiting()).toHaveLength(MAX_WAITING)
  })

  it('needs a sentence of one line', () => {
    expect(requestInput.parse({ text: '  a\r\n b\t' })).toEqual({ text: 'a b' })
    const code = (text: unknown) => requestInput.safeParse({ text }).error?.issues[0]?.message
    expect(['', ' \n', 'x'.repeat(201), 'a\0', 7].map(code)).toEqual([
      ...['field.required', 'field.required', 'field.text_too_long', 'field.characters'],
      'field.type_mismatch'
    ])
    expect(listingInput.parse({ text: '' })).toEqual({ text: '' })
  })
})

describe('the list of teams', () => {
  it('has those that take requests, the newest first, part by part, and what the reader is to each', async () => {
    const word = `w${Date.now()}`
    const open: Awaited<ReturnType<typeof openTeam>>[] = []
    for (let n = 0; n < 5; n += 1) open.push(await openTeam(`${word} ${n}`))
    await domain.team()
    const [player] = await domain.users(1)
    const ctx = domain.as(player!)
    await ask(player!, open[1]!.id)
    await ask(player!, open[2]!.id)
    await open[2]!.answer(player!, false)
    await teams().accept(ctx, await teams().invite(domain.as(open[3]!.captain), open[3]!.id))
    const seen: [number, string | null][] = []
    let before: number | null = null
    do {
      const part = await teams().listedTeams(
        ctx,
        query({ search: word.toUpperCase(), count: 2, ...(before && { before }) })
      )
      expect(part.data.length).toBeLessThanOrEqual(2)
      seen.push(...part.data.map(({ id, own }): [number, string | null] => [id, own]))
      before = part.next
    } while (before !== null)
    const expected = [null, 'Waiting', 'Declined', 'Member', null].map((own, n) => [open[n]!.id, own])
    expect(seen).toEqual(expected.reverse())
    await refused(teams().listedTeams(domain.as(null), query()), 'auth.login_required', 401)
  })

  it('finds by name too, and nothing by marks that databases know', async () => {
    const { id, captain } = await openTeam('')
    const found = async (search: string) =>
      (await teams().listedTeams(domain.as(captain), query({ search, count: 100 }))).data.map(
        (team) => team.id
      )
    expect(await found(captain.name.toUpperCase())).toEqual([id])
    expect(await found('%')).toEqual([])
    expect(await found('_')).toEqual([])
  })

  it('is changed by captains alone; a new text keeps the place', async () => {
    const first = await openTeam('one')
    const second = await openTeam('two')
    const [stranger] = await domain.users(1)
    await refused(teams().listTeam(domain.as(stranger!), first.id, { text: 'x' }), 'team.captain_only', 403)
    await refused(teams().listTeam(domain.as(stranger!), first.id, null), 'team.captain_only', 403)
    await refused(teams().requests(domain.as(stranger!), first.id), 'team.captain_only', 403)
    await teams().listTeam(domain.as(first.captain), first.id, { text: 'changed' })
    const { data } = await teams().listedTeams(domain.as(stranger!), query({ count: 2 }))
    expect(data.map(({ id, text }) => [id, text])).toEqual([
      [second.id, 'two'],
      [first.id, 'changed']
    ])
  })
})

describe('players who look for a team', () => {
  it('are listed by their own choice alone, for 30 days, with a link to pages that all see', async () => {
    const [player, reader] = await domain.users(2)
    const now = new Date()
    const ctx = domain.as(player!, { now })
    const seen = async (at: Date) =>
      (await teams().listedPlayers(domain.as(reader!, { now: at }), query({ search: player!.name }))).data
    expect([await teams().listing(ctx), await seen(now)]).toEqual([null, []])
    await outcomes([1, 2, 3].map(() => teams().listSelf(ctx, { text: 'web, UTC+1' })))
    expect(await teams().listing(ctx)).toBe('web, UTC+1')
    expect(await seen(now)).toMatchObject([{ id: null, name: player!.name, text: 'web, UTC+1' }])
    await domain.stores.db.pool.query(`UPDATE users SET page_visibility = 'Everybody' WHERE id = $1`, [
      player!.id
    ])
    expect(await seen(now)).toMatchObject([{ id: player!.id }])
    const end = now.getTime() + 30 * DAY_MS
    expect(await seen(new Date(end - 1))).toHaveLength(1)
    expect(await seen(new Date(end))).toEqual([])
    expect(await teams().listing(domain.as(player!, { now: new Date(end) }))).toBeNull()
    await teams().listSelf(ctx, null)
    expect(await seen(now)).toEqual([])
  })
})

it('a week after its answer a request is deleted, and a listing after a month', async () => {
  const { id, answer } = await openTeam()
  const [old, fresh] = await domain.users(2)
  await ask(old!, id)
  await ask(fresh!, id)
  await answer(old!, false, later(-7 * DAY_MS - HOUR_MS))
  await answer(fresh!, false, later(-7 * DAY_MS + HOUR_MS))
  await teams().listSelf(domain.as(old!, { now: later(-30 * DAY_MS - HOUR_MS) }), { text: '' })
  await teams().listSelf(domain.as(fresh!, { now: later(-30 * DAY_MS + HOUR_MS) }), { text: '' })
  await teams().purgeRequests()
  const { rows } = await domain.stores.db.pool.query(
    `SELECT user_id AS id FROM team_requests WHERE team_id = $1 UNION ALL
     SELECT user_id FROM team_listings WHERE user_id IN ($2, $3)`,
    [id, old!.id, fresh!.id]
  )
  expect(rows.map((row) => row.id)).toEqual([fresh!.id, fresh!.id])
})

it('an erased person takes requests and listing along', async () => {
  const { id, waiting } = await openTeam()
  const [player] = await domain.users(1)
  await ask(player!, id)
  await teams().listSelf(domain.as(player!), { text: 'about me' })
  await domain.stores.db.pool.query('UPDATE sessions SET confirmed_at = now() WHERE user_id = $1', [
    domain.admin.actor!.id
  ])
  await domain.services.users.erase(domain.admin, player!.id)
  expect(await waiting()).toEqual([])
  const left = await domain.stores.db.pool.query(
    `SELECT 1 FROM team_requests WHERE user_id = $1 UNION ALL SELECT 1 FROM team_listings WHERE user_id = $1`,
    [player!.id]
  )
  expect(left.rowCount).toBe(0)
})
