import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { judge } from '~/scoring/judge'
import { fold, settle } from '~/scoring/rules'
import type { Ctx } from '~/server/access/contract'
import { APPEAL_MS, CASE_LIMITS } from '~/server/cases/constants'
import { caseOpen, caseProposal, caseVerdict } from '~/server/cases/contract'
import { read } from '~/server/ledger'
import { type Domain, openDomain, outcomes, refused } from '../../support/domain'
import { type PlayedGame, type PlayingTeam, playGame, sendFlags } from '../../support/fixtures'

let domain: Domain
let monitor: Ctx
let second: Ctx
beforeAll(async () => {
  domain = await openDomain()
  const [watcher] = await domain.users(1, 'Monitor')
  const [admin] = await domain.users(1, 'Admin')
  monitor = domain.as(watcher!, { role: 'Monitor' })
  second = domain.as(admin!, { role: 'Admin' })
})
afterAll(() => domain?.close())

const MINUTE = 60_000
const ago = (minutes: number) => Math.floor(Date.now() / 1000) * 1000 - minutes * MINUTE
const query = async (text: string, ...values: unknown[]) =>
  (await domain.stores.db.pool.query(text, values)).rows
const cases = () => domain.services.cases
const captain = ({ members }: PlayingTeam, more: { now?: Date } = {}) => domain.as(members[0], more)

/** Everything that a decision could change, for comparison. */
async function resultsOf({ id }: PlayedGame) {
  const events = await read(domain.stores.db.pool, id, 0, 10_000)
  const board = settle(fold(events)).map(({ id, rank, score }) => ({ id, rank, score }))
  const solves = await query(
    'SELECT challenge_id, participation_id, submission_id FROM solves WHERE game_id = $1 ORDER BY 1, 2',
    id
  )
  const statuses = await query('SELECT id, status FROM participations WHERE game_id = $1 ORDER BY id', id)
  const rulings = await query('SELECT id, ruling FROM submissions WHERE game_id = $1 ORDER BY id', id)
  return { board, solves, statuses, rulings }
}

/** A game in which two of three teams solved both challenges, and a case about the first two. */
async function suspected() {
  const game = await playGame(domain.stores.db, { teams: 3, challenges: 2, membersEach: 2 })
  const [first, other, third] = game.teams as [PlayingTeam, PlayingTeam, PlayingTeam]
  const ids = await sendFlags(
    domain.stores.db,
    game,
    [first, other].flatMap((team, place) =>
      game.challenges.map((challenge, index) => ({ team, challenge, at: ago(30 - 10 * place - index) }))
    )
  )
  while ((await judge(domain.stores.db, game.id)).rows.length > 0);
  const opened = await cases().open(
    monitor,
    game.id,
    caseOpen.parse({
      title: 'Same hand',
      evidence: ids.map((id) => ({ kind: 'submission', id })),
      participationIds: [first.participationId]
    })
  )
  return { game, first, other, third, ids, opened }
}
type Suspected = Awaited<ReturnType<typeof suspected>>

const proposalOf = ({ game, first, opened }: Suspected, more: object = {}) =>
  caseProposal.parse({
    outcome: 'void',
    participationIds: [first.participationId],
    challengeIds: game.challenges.map(({ id }) => id),
    reason: 'The flags were copied.',
    version: opened.version,
    ...more
  })
const propose = (given: Suspected, more: object = {}, ctx: Ctx = monitor) =>
  cases().propose(ctx, given.game.id, given.opened.number, proposalOf(given, more))
const confirm = ({ game, opened }: Suspected, version: number, ctx: Ctx = second) =>
  cases().answer(ctx, game.id, opened.number, caseVerdict.parse({ accept: true, version }))
const decided = async (given: Suspected, more: object = {}) =>
  confirm(given, (await propose(given, more)).version)

describe('a case', () => {
  it('keeps the facts of its evidence as they were, and accepts each piece once', async () => {
    const { game, first, other, ids, opened } = await suspected()
    expect(opened).toMatchObject({ number: 1, state: 'open', version: 1 })
    expect(opened.teams.map(({ participationId }) => participationId)).toEqual([
      first.participationId,
      other.participationId
    ])
    const before = opened.entries[0]!.facts!
    expect(before).toMatchObject({ team: first.name, answer: game.challenges[0]!.flag, status: 'Accepted' })
    await query("UPDATE submissions SET answer = 'changed', ip = '203.0.113.9' WHERE id = $1", ids[0])
    await query("UPDATE teams SET name = name || ' x' WHERE id = $1", first.teamId)
    const later = await cases().one(monitor, game.id, opened.number)
    expect(later.entries[0]!.facts).toEqual(before)
    const again = [{ kind: 'submission' as const, id: ids[0]! }]
    await refused(cases().addEvidence(monitor, game.id, 1, again), 'case.evidence_there')
    expect((await cases().one(monitor, game.id, 1)).version).toBe(1)
  })

  it('refuses evidence of another game, invalid matches, and teams of another game', async () => {
    const { game, ids } = await suspected()
    const foreign = await suspected()
    const open = (given: object) => cases().open(monitor, game.id, caseOpen.parse({ title: 'x', ...given }))
    const count = () => query('SELECT count(*)::int AS n FROM cases WHERE game_id = $1', game.id)
    await refused(
      open({ evidence: [{ kind: 'submission', id: foreign.ids[0] }] }),
      'case.evidence_not_found',
      404
    )
    await refused(open({ evidence: [{ kind: 'match', id: ids[0] }] }), 'case.evidence_not_found', 404)
    await refused(open({ evidence: [{ kind: 'event', id: 999_999_999 }] }), 'case.evidence_not_found', 404)
    await refused(open({ participationIds: [foreign.first.participationId] }), 'participation.not_found', 404)
    const error = await refused(open({}), 'case.no_team', 400)
    expect(error.extra).toEqual({ field: 'participationIds' })
    expect(await count()).toEqual([{ n: 1 }])
    await refused(cases().one(monitor, game.id, 99), 'case.not_found', 404)
  })

  it('keeps a match when its record is deleted', async () => {
    const { game, first, other, ids } = await suspected()
    await query(
      'INSERT INTO cheats (submission_id, game_id, participation_id, source_participation_id) VALUES ($1, $2, $3, $4)',
      ids[2],
      game.id,
      other.participationId,
      first.participationId
    )
    const made = await cases().open(
      monitor,
      game.id,
      caseOpen.parse({ title: 'Match', evidence: [{ kind: 'match', id: ids[2] }] })
    )
    expect(made.number).toBe(2)
    await query('DELETE FROM cheats WHERE game_id = $1', game.id)
    const { entries } = await cases().one(monitor, game.id, made.number)
    expect(entries[0]!.facts).toMatchObject({ ownerId: first.participationId, owner: first.name })
  })

  it('gets the next number without gaps when several open at once', async () => {
    const { game, first } = await suspected()
    const opening = Array.from({ length: 6 }, () =>
      cases().open(
        monitor,
        game.id,
        caseOpen.parse({ title: 'At once', participationIds: [first.participationId] })
      )
    )
    const numbers = (await Promise.all(opening)).map(({ number }) => number)
    expect(numbers.sort((a, b) => a - b)).toEqual([2, 3, 4, 5, 6, 7])
    expect(await cases().openCount(monitor, game.id)).toBe(7)
  })

  it('is assigned to staff only', async () => {
    const { game, first } = await suspected()
    const error = await refused(
      cases().assign(monitor, game.id, 1, first.members[0].id),
      'case.not_staff',
      400
    )
    expect(error.extra).toEqual({ field: 'userId' })
    const taken = await cases().assign(monitor, game.id, 1, second.actor!.id)
    expect(taken.assignedTo).toEqual({ id: second.actor!.id, name: second.actor!.userName })
    expect((await cases().assign(monitor, game.id, 1, null)).assignedTo).toBeNull()
  })
})

describe('a decision', () => {
  it('takes effect only when a second person confirms it, then all at once', async () => {
    const given = await suspected()
    const before = await resultsOf(given.game)
    const { version, waiting } = await propose(given)
    expect(waiting).toMatchObject({ own: true })
    expect(await resultsOf(given.game)).toEqual(before)
    const preview = await cases().previewProposal(second, given.game.id, 1)
    expect(preview!.effect).toMatchObject({ lose: 1, removed: 2 })
    expect(await resultsOf(given.game)).toEqual(before)

    const done = await confirm(given, version)
    expect(done.state).toBe('decided')
    expect(done.decisions[0]).toMatchObject({ state: 'confirmed', correction: 1 })
    const after = await resultsOf(given.game)
    expect(after.solves.map(({ participation_id }) => participation_id)).toEqual([
      given.other.participationId,
      given.other.participationId
    ])
    const score = (id: number) => after.board.find((team) => team.id === id)!.score
    expect(score(given.first.participationId)).toBe(0)
    const list = await domain.services.corrections.list(domain.admin, given.game.id, { count: 10, skip: 0 })
    expect(list.data.map(({ kind, reason }) => [kind, reason])).toEqual([['void', 'The flags were copied.']])
  })

  it('is never confirmed by its proposer, who may withdraw it', async () => {
    const given = await suspected()
    const { version } = await propose(given, {}, second)
    await refused(confirm(given, version, second), 'case.same_person', 403)
    const reject = caseVerdict.parse({ accept: false, reason: 'I was wrong.', version })
    const { decisions } = await cases().answer(second, given.game.id, 1, reject)
    expect(decisions[0]).toMatchObject({ state: 'rejected', answer: 'I was wrong.' })
    expect((await propose(given, { version: version + 1 })).waiting).toMatchObject({ own: true })
  })

  it('needs two people of the staff in the end', async () => {
    const given = await suspected()
    const [left] = await domain.users(1, 'Monitor')
    const { version } = await propose(given, {}, domain.as(left!, { role: 'Monitor' }))
    await query("UPDATE users SET role = 'User' WHERE id = $1", left!.id)
    await refused(confirm(given, version), 'case.proposer_gone', 409)
    await query('DELETE FROM users WHERE id = $1', left!.id)
    await refused(confirm(given, version), 'case.proposer_gone', 409)
  })

  it('is confirmed once by many at once', async () => {
    const given = await suspected()
    const admins = await domain.users(4, 'Admin')
    const { version } = await propose(given, { outcome: 'penalty', points: 50, challengeIds: [] })
    const before = await resultsOf(given.game)
    const { done, codes } = await outcomes(
      admins.map((admin) => confirm(given, version, domain.as(admin, { role: 'Admin' })))
    )
    expect(done).toBe(1)
    expect(new Set(codes)).toEqual(new Set(['case.no_proposal']))
    const after = await resultsOf(given.game)
    const points = (all: typeof before) =>
      all.board.find(({ id }) => id === given.first.participationId)!.score
    expect(points(after)).toBe(points(before) - 50)
  })

  it('does not count for a case that has changed since it was read', async () => {
    const given = await suspected()
    const { version } = await propose(given)
    await cases().addNote(monitor, given.game.id, 1, 'They had a writeup.')
    const before = await resultsOf(given.game)
    await refused(confirm(given, version), 'case.changed', 409)
    expect(await resultsOf(given.game)).toEqual(before)
    await refused(propose(await suspected(), { version: 7 }), 'case.changed', 409)
  })

  it('and a note at the same time are stored in one order', async () => {
    for (const _ of Array.from({ length: 4 })) {
      const given = await suspected()
      const { version } = await propose(given, { outcome: 'warning', challengeIds: [] })
      const [confirmed, noted] = await Promise.allSettled([
        confirm(given, version),
        cases().addNote(monitor, given.game.id, 1, 'Wait.')
      ])
      expect(noted.status).toBe('fulfilled')
      const { state, entries } = await cases().one(monitor, given.game.id, 1)
      expect(state).toBe(confirmed.status === 'fulfilled' ? 'decided' : 'open')
      expect(entries.at(-1)!.note).toBe('Wait.')
      if (confirmed.status === 'rejected') expect(confirmed.reason).toMatchObject({ code: 'case.changed' })
    }
  })

  it.each([
    ['void', {}],
    ['penalty', { points: 120, challengeIds: [] }],
    ['suspension', { challengeIds: [] }],
    ['warning', { challengeIds: [] }]
  ])('of %s is undone without a trace in results', async (outcome, more) => {
    const given = await suspected()
    const before = await resultsOf(given.game)
    await decided(given, { outcome, ...more })
    if (outcome !== 'warning') expect(await resultsOf(given.game)).not.toEqual(before)
    const undone = await cases().undoDecision(second, given.game.id, 1, 'They proved it.')
    expect(undone.state).toBe('open')
    expect(undone.decisions[0]).toMatchObject({ state: 'undone', undone: { reason: 'They proved it.' } })
    expect(await resultsOf(given.game)).toEqual(before)
    await refused(cases().undoDecision(second, given.game.id, 1, 'Again.'), 'case.not_decided', 400)
  })

  it('is undone once by many at once, also when its correction was undone by itself', async () => {
    const given = await suspected()
    const before = await resultsOf(given.game)
    await decided(given)
    await domain.services.corrections.undo(domain.admin, given.game.id, 1, { reason: 'Wrong list.' })
    const undo = () => cases().undoDecision(second, given.game.id, 1, 'Undone.')
    const { done, codes } = await outcomes([undo(), undo(), undo()])
    expect({ done, codes }).toEqual({ done: 1, codes: ['case.not_decided', 'case.not_decided'] })
    expect(await resultsOf(given.game)).toEqual(before)
  })

  it('is refused whole when one of its consequences is', async () => {
    const given = await suspected()
    const { version } = await propose(given, {
      outcome: 'suspension',
      challengeIds: [],
      participationIds: [given.first.participationId, given.other.participationId]
    })
    await query("UPDATE participations SET status = 'Rejected' WHERE id = $1", given.other.participationId)
    const before = await resultsOf(given.game)
    await refused(confirm(given, version), 'participation.transition_not_allowed', 400)
    expect(await resultsOf(given.game)).toEqual(before)
    expect((await cases().one(monitor, given.game.id, 1)).decisions[0]!.state).toBe('proposed')
  })

  it('is refused when it would change nothing or is about teams outside of the case', async () => {
    const given = await suspected()
    const foreign = await suspected()
    const about = (team: PlayingTeam) => ({ participationIds: [team.participationId] })
    await refused(propose(given, about(given.third)), 'case.team_not_concerned', 400)
    await refused(propose(given, about(foreign.first)), 'case.team_not_concerned', 400)
    await refused(
      propose(given, { challengeIds: [foreign.game.challenges[0]!.id] }),
      'challenge.not_found',
      404
    )
    await domain.services.corrections.apply(domain.admin, given.game.id, {
      correction: { kind: 'void', challengeId: given.game.challenges[0]!.id },
      reason: 'Leaked.'
    })
    await refused(propose(given, { challengeIds: [given.game.challenges[0]!.id] }), 'correction.nothing', 400)
    const { version } = await propose(given, { outcome: 'nothing' })
    await refused(propose(given), 'case.proposal_waits', 400)
    expect((await confirm(given, version)).state).toBe('closed')
    await refused(propose(given), 'case.decided', 400)
  })

  it('is refused with the name of the missing field', () => {
    const given = { participationIds: [1], challengeIds: [1], points: 5, reason: 'x', version: 1 }
    const fields = (more: object) =>
      caseProposal.safeParse({ ...given, ...more }).error?.issues.map(({ path }) => path[0])
    expect(fields({ outcome: 'void', challengeIds: [] })).toEqual(['challengeIds'])
    expect(fields({ outcome: 'penalty', points: '' })).toEqual(['points'])
    expect(fields({ outcome: 'warning', participationIds: undefined })).toEqual(['participationIds'])
    expect(fields({ outcome: 'penalty', points: -5 })).toEqual(['points'])
    expect(fields({ outcome: 'warning', reason: ' \u200b' })).toEqual(['reason'])
    expect(fields({ outcome: 'nothing', participationIds: [], points: '' })).toBeUndefined()
    const rejected = caseVerdict.safeParse({ accept: false, version: 1 })
    expect(rejected.error?.issues.map(({ path }) => path)).toEqual([['reason']])
  })
})

describe('a team', () => {
  it('reads the decision about itself and nothing else of the case', async () => {
    const given = await suspected()
    const { game, first, other, third } = given
    await cases().addNote(monitor, game.id, 1, 'INTERNAL')
    const view = await propose({ ...given, opened: { ...given.opened, version: 2 } })
    expect(await cases().ofTeam(captain(first), game.id), 'a proposal is not told').toEqual([])
    await confirm(given, view.version)
    const told = await cases().ofTeam(captain(first), game.id)
    expect(told).toEqual([
      expect.objectContaining({ number: 1, outcome: 'void', reason: 'The flags were copied.', appeal: null })
    ])
    const text = JSON.stringify(told)
    for (const hidden of ['INTERNAL', other.name, second.actor!.userName, monitor.actor!.userName, 'flag{'])
      expect(text).not.toContain(hidden)
    for (const team of [other, third]) expect(await cases().ofTeam(captain(team), game.id)).toEqual([])
    const [outsider] = await domain.users(1)
    expect(await cases().ofTeam(domain.as(outsider!), game.id)).toEqual([])
    for (const reader of [captain(other), captain(third), domain.as(outsider!)])
      await refused(cases().appeal(reader, game.id, 1, 'Let me in.'), 'case.not_found', 404)
  })

  it('appeals once, in time, also while it is suspended, and reads the reply', async () => {
    const given = await suspected()
    const { game, first } = given
    const [, mate] = first.members
    await decided(given, { outcome: 'suspension', challengeIds: [] })
    const late = new Date(Date.now() + APPEAL_MS + MINUTE)
    await refused(cases().appeal(captain(first, { now: late }), game.id, 1, 'Late.'), 'case.appeal_late', 400)
    const { done, codes } = await outcomes([
      cases().appeal(captain(first), game.id, 1, 'We solved it.'),
      cases().appeal(domain.as(mate!), game.id, 1, 'We solved it, too.')
    ])
    expect({ done, codes }).toEqual({ done: 1, codes: ['case.appeal_there'] })
    expect((await cases().one(monitor, game.id, 1)).state).toBe('appealed')
    expect(await cases().openCount(monitor, game.id)).toBe(1)
    await cases().answerAppeal(second, game.id, 1, first.participationId, 'It stands.')
    await refused(
      cases().answerAppeal(second, game.id, 1, first.participationId, 'Twice.'),
      'case.no_appeal',
      400
    )
    const [told] = await cases().ofTeam(captain(first), game.id)
    expect(told!.appeal!.answer!.text).toBe('It stands.')
    expect((await cases().one(monitor, game.id, 1)).state).toBe('closed')
  })

  it('learns that a decision was undone, and cannot appeal against it', async () => {
    const given = await suspected()
    await decided(given)
    await cases().undoDecision(second, given.game.id, 1, 'They proved it.')
    const [told] = await cases().ofTeam(captain(given.first), given.game.id)
    expect(told!.undone).toMatchObject({ reason: 'They proved it.' })
    await refused(cases().appeal(captain(given.first), given.game.id, 1, 'Thanks.'), 'case.undone', 400)
  })
})

it('every call requires its role', async () => {
  const given = await suspected()
  const { game, first } = given
  const [person] = await domain.users(1)
  const user = domain.as(person!)
  const visitor = domain.as(null)
  const service = cases()
  const forStaff: ((ctx: Ctx) => Promise<unknown>)[] = [
    (ctx) => service.list(ctx, game.id, { count: 1, skip: 0 }),
    (ctx) => service.openCount(ctx, game.id),
    (ctx) => service.one(ctx, game.id, 1),
    (ctx) => service.look(ctx, game.id, []),
    (ctx) => service.staff(ctx),
    (ctx) =>
      service.open(ctx, game.id, caseOpen.parse({ title: 'x', participationIds: [first.participationId] })),
    (ctx) => service.addEvidence(ctx, game.id, 1, [{ kind: 'submission', id: 1 }]),
    (ctx) => service.addNote(ctx, game.id, 1, 'x'),
    (ctx) => service.assign(ctx, game.id, 1, null),
    (ctx) => service.close(ctx, game.id, 1),
    (ctx) => propose(given, {}, ctx)
  ]
  const forAdmins: ((ctx: Ctx) => Promise<unknown>)[] = [
    (ctx) => service.previewProposal(ctx, game.id, 1),
    (ctx) => service.undoDecision(ctx, game.id, 1, 'x'),
    (ctx) => service.answerAppeal(ctx, game.id, 1, first.participationId, 'x')
  ]
  const before = await service.one(monitor, game.id, 1)
  for (const door of [...forStaff, ...forAdmins]) {
    await refused(door(visitor), 'auth.login_required', 401)
    await refused(door(user), 'auth.forbidden', 403)
    await refused(door(captain(first)), 'auth.forbidden', 403)
  }
  for (const door of forAdmins) await refused(door(monitor), 'auth.forbidden', 403)
  expect(await service.one(monitor, game.id, 1)).toEqual(before)
  const { version } = await propose(given, {}, second)
  await refused(confirm(given, version, monitor), 'auth.forbidden', 403)
  const rejection = caseVerdict.parse({ accept: false, reason: 'No.', version })
  await refused(service.answer(monitor, game.id, 1, rejection), 'auth.forbidden', 403)
  await refused(service.answer(captain(first), game.id, 1, rejection), 'auth.forbidden', 403)
  await refused(service.ofTeam(visitor, game.id), 'auth.login_required', 401)
})

it('a case has a limit of teams, and a larger one is refused whole', async () => {
  const game = await playGame(domain.stores.db, { teams: CASE_LIMITS.teams + 1, challenges: 1 })
  const all = game.teams.map(({ participationId }) => participationId)
  const sent = await sendFlags(domain.stores.db, game, [
    { team: game.teams.at(-1)!, challenge: game.challenges[0]!, at: ago(3) }
  ])
  const opened = await cases().open(
    monitor,
    game.id,
    caseOpen.parse({ title: 'Many', participationIds: all.slice(0, CASE_LIMITS.teams) })
  )
  const add = cases().addEvidence(monitor, game.id, 1, [{ kind: 'submission', id: sent[0]! }])
  await refused(add, 'case.too_many_teams', 400)
  expect(await cases().one(monitor, game.id, 1)).toEqual(opened)
})
