import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Ctx } from '~/server/access/contract'
import { MINUTE_MS } from '~/server/platform/time'
import { TICKET_LIMITS } from '~/server/tickets/constants'
import { messageInput, queueQuery, type Receivers, ticketOpen, ticketQuery } from '~/server/tickets/contract'
import { type Domain, openDomain, outcomes, refused } from '~/tests/support/domain'
import { type PlayedGame, type PlayingTeam, playGame } from '~/tests/support/fixtures'
import { waitForRowLocks } from '~/tests/support/stores/locks'

let domain: Domain
let monitor: Ctx
let other: Ctx
beforeAll(async () => {
  domain = await openDomain({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'ctf@example.org' })
  const [first, second] = await domain.users(2, 'Monitor')
  monitor = domain.as(first!, { role: 'Monitor' })
  other = domain.as(second!, { role: 'Monitor' })
})
afterAll(() => domain?.close())

const tickets = () => domain.services.tickets
const query = async (text: string, ...values: unknown[]) =>
  (await domain.stores.db.pool.query(text, values)).rows
const as = ({ members }: PlayingTeam, place = 0) => domain.as(members[place]!)
const asked = (more: object = {}) =>
  ticketOpen.parse({ title: 'It does not start', text: 'We tried twice.', ...more })
const open = ({ id }: PlayedGame, team: PlayingTeam, more: object = {}) =>
  tickets().open(as(team), id, asked(more))
async function played(teams = 2) {
  const game = await playGame(domain.stores.db, { teams, challenges: 2, membersEach: 2 })
  const [first, second] = game.teams as [PlayingTeam, PlayingTeam]
  return { game, first, second }
}

describe('a ticket', () => {
  it('is read and written by the members of its team, and told to no other', async () => {
    const { game, first, second } = await played()
    const { id } = await open(game, first, { challengeId: game.challenges[0]!.id })
    const mate = await tickets().write(as(first, 1), game.id, id, 'The same for me.')
    expect(mate.messages.map(({ text }) => text)).toEqual(['We tried twice.', 'The same for me.'])
    expect(mate).toMatchObject({ state: 'waiting', challenge: { id: game.challenges[0]!.id }, barrier: null })
    const foreign = as(second)
    await refused(tickets().read(foreign, game.id, id), 'ticket.not_found', 404)
    await refused(tickets().write(foreign, game.id, id, 'Hello'), 'ticket.not_found', 404)
    await refused(tickets().settle(foreign, game.id, id), 'ticket.not_found', 404)
    expect((await tickets().ofTeam(foreign, game.id, ticketQuery.parse({}))).data).toEqual([])
    const elsewhere = await played()
    await refused(tickets().read(as(first), elsewhere.game.id, id), 'game.not_participating', 400)
    await refused(tickets().one(monitor, elsewhere.game.id, id), 'ticket.not_found', 404)
  })

  it('is not for those who do not take part, nor its queue for players', async () => {
    const { game, first } = await played()
    const { id } = await open(game, first)
    const [stranger] = await domain.users(1)
    await refused(tickets().open(domain.as(stranger!), game.id, asked()), 'game.not_participating', 400)
    await refused(tickets().open(domain.as(null), game.id, asked()), 'auth.login_required', 401)
    const player = as(first)
    await refused(tickets().queue(player, game.id, queueQuery.parse({})), 'auth.forbidden', 403)
    await refused(tickets().one(player, game.id, id), 'auth.forbidden', 403)
    await refused(tickets().answer(player, game.id, id, { text: 'x', last: 0 }), 'auth.forbidden', 403)
    await refused(tickets().turnOver(player, game.id, id, { closed: true, last: 0 }), 'auth.forbidden', 403)
    await refused(tickets().canned.list(player, game.id), 'auth.forbidden', 403)
    await refused(tickets().canned.add(monitor, game.id, { name: 'a', text: 'b' }), 'auth.forbidden', 403)
  })

  it('is about a challenge that the team sees, or the game', async () => {
    const { game, first } = await played()
    const foreign = await played()
    const [hidden] = game.challenges
    await query('UPDATE challenges SET enabled = false WHERE id = $1', hidden!.id)
    for (const challengeId of [hidden!.id, foreign.game.challenges[0]!.id, 2_000_000_000]) {
      const error = await refused(open(game, first, { challengeId }), 'ticket.challenge', 400)
      expect(error.extra).toEqual({ field: 'challengeId' })
    }
    expect((await tickets().subjects(as(first), game.id)).map(({ id }) => id)).toEqual([
      game.challenges[1]!.id
    ])
    expect(await query('SELECT FROM tickets WHERE game_id = $1', game.id)).toHaveLength(0)
    expect((await open(game, first, { challengeId: '' })).challenge).toBeNull()
  })

  it('has a limit for each team, also for those who open at once', async () => {
    const { game, first, second } = await played()
    const opening = Array.from({ length: TICKET_LIMITS.open + 3 }, (_, place) =>
      tickets().open(as(first, place % 2), game.id, asked())
    )
    const { done, codes } = await outcomes(opening)
    expect(done).toBe(TICKET_LIMITS.open)
    expect(new Set(codes)).toEqual(new Set(['ticket.limit']))
    await open(game, second)
    const { data } = await tickets().ofTeam(as(first), game.id, ticketQuery.parse({}))
    await tickets().settle(as(first), game.id, data[0]!.id)
    await open(game, first)
  })

  it('holds so many messages, and an answer to the last of them', async () => {
    const { game, first } = await played()
    const { id } = await open(game, first)
    await query(
      `INSERT INTO ticket_messages (ticket_id, from_staff, text, at)
       SELECT $1, false, 'again', now() FROM generate_series(2, $2::int)`,
      id,
      TICKET_LIMITS.messages
    )
    expect((await tickets().read(as(first), game.id, id)).barrier).toBe('full')
    await refused(tickets().write(as(first), game.id, id, 'More'), 'ticket.full', 400)
    const { last } = await tickets().one(monitor, game.id, id)
    const answered = await tickets().answer(monitor, game.id, id, { text: 'Open another one.', last })
    await refused(
      tickets().answer(monitor, game.id, id, { text: 'Once more', last: answered.last }),
      'ticket.full',
      400
    )
  })

  it('refuses texts that are empty, too long or hold what no text holds, and names the field', () => {
    const paths = (given: object) =>
      ticketOpen.safeParse({ title: 'a', text: 'b', ...given }).error?.issues.map(({ path }) => path[0])
    expect(paths({ title: '\u200b ' })).toEqual(['title'])
    expect(paths({ title: 'one\ntwo' })).toEqual(['title'])
    expect(paths({ title: 'x'.repeat(TICKET_LIMITS.title + 1) })).toEqual(['title'])
    expect(paths({ text: 'x'.repeat(TICKET_LIMITS.text + 1) })).toEqual(['text'])
    expect(paths({ text: 'a\0b' })).toEqual(['text'])
    expect(paths({ challengeId: 'x' })).toEqual(['challengeId'])
    expect(paths({})).toBeUndefined()
  })
})

describe('an answer', () => {
  it('is given once by two who answer at once, and the other is told', async () => {
    const { game, first } = await played()
    const { id } = await open(game, first)
    const { last } = await tickets().one(monitor, game.id, id)
    const { done, codes } = await outcomes([
      tickets().answer(monitor, game.id, id, { text: 'Try again.', last }),
      tickets().answer(other, game.id, id, { text: 'It is down.', last })
    ])
    expect([done, codes]).toEqual([1, ['ticket.changed']])
    expect((await tickets().one(monitor, game.id, id)).messages).toHaveLength(2)
  })

  it('and closing never pass over what the team wrote meanwhile', async () => {
    const { game, first } = await played()
    const { id } = await open(game, first)
    const { last } = await tickets().one(monitor, game.id, id)
    await tickets().write(as(first, 1), game.id, id, 'It is worse now.')
    await refused(tickets().turnOver(monitor, game.id, id, { closed: true, last }), 'ticket.changed', 409)
    await refused(tickets().answer(monitor, game.id, id, { text: 'Fine.', last }), 'ticket.changed', 409)
    const now = await tickets().one(monitor, game.id, id)
    expect(now).toMatchObject({ state: 'waiting' })
    await tickets().turnOver(monitor, game.id, id, { closed: true, last: now.last })
    await refused(tickets().write(as(first), game.id, id, 'Hello?'), 'ticket.closed', 409)
    await refused(tickets().settle(as(first), game.id, id), 'ticket.closed', 409)
    const again = { closed: false, last: now.last }
    expect((await tickets().turnOver(monitor, game.id, id, again)).state).toBe('waiting')
    await refused(tickets().turnOver(monitor, game.id, id, again), 'ticket.open', 409)
  })

  it('that comes while the team writes loses neither', async () => {
    const { game, first } = await played()
    const { id } = await open(game, first)
    const { last } = await tickets().one(monitor, game.id, id)
    const { done, codes } = await outcomes([
      tickets().turnOver(monitor, game.id, id, { closed: true, last }),
      tickets().write(as(first), game.id, id, 'One more thing.')
    ])
    expect(done).toBe(1)
    const { state, messages } = await tickets().one(monitor, game.id, id)
    if (codes[0] === 'ticket.closed') expect([state, messages.length]).toEqual(['closed', 1])
    else expect([codes[0], state, messages.length]).toEqual(['ticket.changed', 'waiting', 2])
  })

  it('stays unread when it comes while two members read the one before', async () => {
    const { game, first } = await played()
    const { id } = await open(game, first)
    const { last } = await tickets().one(monitor, game.id, id)
    const answered = await tickets().answer(monitor, game.id, id, { text: 'One', last })
    const { db } = domain.stores
    const holder = await db.pool.connect()
    await holder.query('BEGIN')
    await holder.query('SELECT FROM tickets WHERE id = $1 FOR NO KEY UPDATE', [id])
    const working: Promise<unknown>[] = []
    for (const work of [
      () => tickets().read(as(first), game.id, id),
      () => tickets().answer(monitor, game.id, id, { text: 'Two', last: answered.last }),
      () => tickets().read(as(first, 1), game.id, id)
    ]) {
      working.push(work())
      await waitForRowLocks(db, working.length)
    }
    await holder.query('COMMIT')
    holder.release()
    await Promise.all(working)
    expect(await query('SELECT unread FROM tickets WHERE id = $1', id)).toEqual([{ unread: 1 }])
    await tickets().read(as(first), game.id, id)
    expect(await query('SELECT unread FROM tickets WHERE id = $1', id)).toEqual([{ unread: 0 }])
  })

  it('is unread until somebody of the team opens the ticket, and names nobody to it', async () => {
    const { game, first } = await played()
    const { id } = await open(game, first)
    const unread = async () => (await domain.services.games.one(as(first), game.id)).unread
    expect(await unread()).toBe(0)
    expect(await tickets().waiting(monitor, game.id)).toBe(1)
    const { last } = await tickets().one(monitor, game.id, id)
    await tickets().answer(monitor, game.id, id, { text: 'Try again.', last })
    expect(await tickets().waiting(monitor, game.id)).toBe(0)
    expect(await unread()).toBe(1)
    expect((await tickets().ofTeam(as(first), game.id, ticketQuery.parse({}))).data[0]!.unread).toBe(1)
    const read = await tickets().read(as(first, 1), game.id, id)
    expect(read.messages.at(-1)).toMatchObject({ staff: true, by: null, text: 'Try again.' })
    expect(await unread()).toBe(0)
    expect((await tickets().one(other, game.id, id)).messages.at(-1)!.by).toBe(monitor.actor!.userName)
  })
})

describe('a team that does not play', () => {
  it('reads its tickets, and asks about the game one thing at a time', async () => {
    const { game, first } = await played()
    const { id } = await open(game, first)
    await domain.services.participations.change(domain.admin, first.participationId, { status: 'Suspended' })
    expect((await tickets().read(as(first), game.id, id)).barrier).toBe('unanswered')
    await refused(tickets().write(as(first), game.id, id, 'Why?'), 'ticket.unanswered', 400)
    await refused(open(game, first), 'ticket.limit', 400)
    const { last } = await tickets().one(monitor, game.id, id)
    await tickets().answer(monitor, game.id, id, { text: 'Because.', last })
    await tickets().write(as(first), game.id, id, 'But why?')
    await tickets().settle(as(first), game.id, id)
    const challengeId = game.challenges[0]!.id
    await refused(open(game, first, { challengeId }), 'ticket.challenge', 400)
    await open(game, first)
    await refused(open(game, first), 'ticket.limit', 400)
  })
})

describe('the queue', () => {
  const part = (more: object = {}) => queueQuery.parse({ count: 2, ...more })

  it('shows those that wait first, longest first, and is read in parts while others come', async () => {
    const { game, first, second } = await played()
    const ids: number[] = []
    const base = Date.now() - 60_000
    for (let place = 0; place < 5; place++) {
      const ctx = domain.as(first.members[0], { now: new Date(base + place * 1000) })
      ids.push((await tickets().open(ctx, game.id, asked())).id)
    }
    const { last } = await tickets().one(monitor, game.id, ids[0]!)
    await tickets().answer(monitor, game.id, ids[0]!, { text: 'Yes.', last })
    const seen: number[] = []
    let after: string | null = null
    do {
      const list = await tickets().queue(monitor, game.id, part({ after: after ?? undefined }))
      seen.push(...list.data.map(({ id }) => id))
      after = list.next
      if (seen.length === 2) await open(game, second)
    } while (after !== null)
    const inserted = seen[4]!
    expect(seen).toEqual([ids[1], ids[2], ids[3], ids[4], inserted, ids[0]])
    expect(new Set(seen).size).toBe(6)
  })

  it('keeps the place of a team that writes again, and filters by state and challenge', async () => {
    const { game, first, second } = await played()
    const challengeId = game.challenges[1]!.id
    const early = await open(game, first, { challengeId })
    const late = await open(game, second)
    await tickets().write(as(first), game.id, early.id, 'Still.')
    const ids = async (more: object) =>
      (await tickets().queue(monitor, game.id, part(more))).data.map(({ id }) => id)
    expect(await ids({})).toEqual([early.id, late.id])
    expect(await ids({ challenge: challengeId })).toEqual([early.id])
    expect(await ids({ challenge: 0 })).toEqual([late.id])
    expect(await ids({ state: 'answered' })).toEqual([])
    expect(queueQuery.safeParse({ after: '1.99999999999' }).success).toBe(false)
  })

  it('stands on the page of the watch, and is a matter after ten minutes', async () => {
    const { game, first } = await played()
    const ago = new Date(Date.now() - 15 * MINUTE_MS)
    await tickets().open(domain.as(first.members[0], { now: ago }), game.id, asked())
    const watch = await domain.services.watching.of(monitor, game.id)
    expect(watch.tickets).toMatchObject({ total: 1, rows: [{ team: first.name, since: ago.getTime() }] })
    expect(watch.matters.map(({ kind }) => kind)).toEqual(['tickets'])
  })
})

describe('a message to teams', () => {
  const input = (to: Partial<Receivers> & { to: Receivers['to'] }, more: object = {}) =>
    messageInput.parse({ title: 'News', text: 'The network is back.', teams: 1, ...to, ...more })

  it('reaches each accepted team as a ticket of its own, and its captain by mail, or nobody', async () => {
    const { game, first, second } = await played(3)
    await query("UPDATE participations SET status = 'Suspended' WHERE id = $1", second.participationId)
    const to = { to: 'all' as const, participationId: null, division: null }
    expect(await tickets().receivers(domain.admin, game.id, to)).toEqual({ teams: 2, mails: 2, team: null })
    const wrong = tickets().send(domain.admin, game.id, input(to, { teams: 3, mail: true }))
    await refused(wrong, 'ticket.receivers_changed', 409)
    expect(await query('SELECT FROM tickets WHERE game_id = $1', game.id)).toHaveLength(0)
    await tickets().send(domain.admin, game.id, input(to, { teams: 2, mail: true }))
    const mails = await query(
      `SELECT o.kind, o.user_id, t.participation_id FROM mail_outbox o JOIN tickets t ON t.id = o.ticket_id
       WHERE t.game_id = $1 ORDER BY t.id`,
      game.id
    )
    expect(mails.map(({ user_id }) => user_id)).toEqual(
      [first, game.teams[2]!].map(({ members }) => members[0].id)
    )
    const list = (await tickets().ofTeam(as(first), game.id, ticketQuery.parse({}))).data
    expect(list).toMatchObject([{ title: 'News', state: 'sent', unread: 1 }])
    expect((await tickets().ofTeam(as(second), game.id, ticketQuery.parse({}))).data).toEqual([])
    // It is no question: the queue shows it once the team replies.
    expect((await tickets().queue(monitor, game.id, queueQuery.parse({}))).data).toEqual([])
    await tickets().write(as(first), game.id, list[0]!.id, 'Thanks.')
    expect((await tickets().queue(monitor, game.id, queueQuery.parse({}))).data).toHaveLength(1)
  })

  it('is written to one team by monitors, to more by administrators alone', async () => {
    const { game, first } = await played()
    const { participationId, name } = first
    const one = { to: 'team' as const, participationId, division: null }
    const all = { to: 'all' as const, participationId: null, division: null }
    expect(await tickets().receivers(monitor, game.id, one)).toEqual({ teams: 1, mails: 1, team: name })
    await tickets().send(monitor, game.id, input(one))
    await refused(tickets().receivers(monitor, game.id, all), 'auth.forbidden', 403)
    await refused(tickets().send(monitor, game.id, input(all, { teams: 2 })), 'auth.forbidden', 403)
    const foreign = await played()
    const theirs = { ...one, participationId: foreign.first.participationId }
    await refused(tickets().send(monitor, game.id, input(theirs)), 'participation.not_found', 404)
    await refused(tickets().send(as(first), game.id, input(one)), 'auth.forbidden', 403)
    const nobody = { to: 'division' as const, participationId: null, division: 'None' }
    await refused(tickets().send(domain.admin, game.id, input(nobody)), 'ticket.nobody', 400)
    expect(messageInput.safeParse({ ...one, participationId: null }).success).toBe(false)
  })

  it('is a mail with what was written, and none once the ticket is gone', async () => {
    const { game, first } = await played()
    const one = { to: 'team' as const, participationId: first.participationId, division: null }
    await tickets().send(monitor, game.id, input(one, { mail: true }))
    const [order] = await query(
      'SELECT o.ticket_id AS "ticketId", o.user_id AS "userId" FROM mail_outbox o JOIN tickets t ON t.id = o.ticket_id WHERE t.game_id = $1',
      game.id
    )
    const due = { ...order, kind: 'message' as const, address: '', locale: 'en-US' as const }
    const mail = await tickets().mailOf(due)
    expect(mail!.letter).toMatchObject({ title: 'News', text: 'The network is back.' })
    expect(mail!.link).toContain(`/games/${game.id}/Help/${order.ticketId}`)
    await query('DELETE FROM tickets WHERE id = $1', order.ticketId)
    expect(await tickets().mailOf(due)).toBeNull()
    expect(await query('SELECT FROM mail_outbox WHERE ticket_id = $1', order.ticketId)).toHaveLength(0)
  })
})

describe('canned answers', () => {
  it('have names of their own and a limit, and are edited by administrators', async () => {
    const { game } = await played()
    const { canned } = tickets()
    const [made] = await canned.add(domain.admin, game.id, { name: 'Restart', text: 'Restart it.' })
    const twice = canned.add(domain.admin, game.id, { name: 'Restart', text: 'x' })
    expect((await refused(twice, 'canned.name_taken', 400)).extra).toEqual({ field: 'name' })
    await canned.change(domain.admin, game.id, made!.id, { name: 'Again', text: 'Restart it again.' })
    expect(await canned.list(monitor, game.id)).toEqual([
      { id: made!.id, name: 'Again', text: 'Restart it again.' }
    ])
    const elsewhere = await played()
    await refused(canned.remove(domain.admin, elsewhere.game.id, made!.id), 'canned.not_found', 404)
    await query(
      `INSERT INTO canned_answers (game_id, name, text) SELECT $1, 'n' || i, 'x' FROM generate_series(2, $2::int) i`,
      game.id,
      TICKET_LIMITS.answers
    )
    await refused(canned.add(domain.admin, game.id, { name: 'More', text: 'x' }), 'canned.limit', 400)
    await canned.remove(domain.admin, game.id, made!.id)
    await canned.add(domain.admin, game.id, { name: 'More', text: 'x' })
  })
})

describe('what is deleted', () => {
  it('a challenge leaves its tickets to the game, and a restored team has its own again', async () => {
    const { game, first, second } = await played()
    const challengeId = game.challenges[0]!.id
    const { id } = await open(game, first, { challengeId })
    const theirs = await open(game, second)
    await domain.services.challenges.remove(domain.admin, game.id, challengeId)
    expect((await tickets().read(as(first), game.id, id)).challenge).toBeNull()
    await domain.services.teams.adminDelete(domain.admin, first.teamId)
    await refused(tickets().one(monitor, game.id, id), 'ticket.not_found', 404)
    expect((await tickets().one(monitor, game.id, theirs.id)).messages).toHaveLength(1)
    const { data } = await domain.services.trash.list(
      domain.admin,
      { kind: 'team', by: '' },
      { count: 10, skip: 0 }
    )
    const entry = data.find(({ targetId }) => targetId === first.teamId)!
    await domain.services.trash.restore(domain.admin, entry.id)
    expect((await tickets().one(monitor, game.id, id)).messages.map(({ text }) => text)).toEqual([
      'We tried twice.'
    ])
  })

  it('an account leaves what it wrote without a name', async () => {
    const { game, first } = await played()
    const { id } = await tickets().open(as(first, 1), game.id, asked())
    await query('DELETE FROM users WHERE id = $1', first.members[1]!.id)
    const { messages } = await tickets().one(monitor, game.id, id)
    expect(messages).toMatchObject([{ by: null, staff: false, text: 'We tried twice.' }])
  })
})
