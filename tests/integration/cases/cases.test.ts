import { describe, expect, it } from 'vitest'
import type { Ctx } from '~/server/access/contract'
import { APPEAL_MS, CASE_LIMITS } from '~/server/cases/constants'
import { caseOpen, caseVerdict } from '~/server/cases/contract'
import { outcomes, refused } from '../../support/domain'
import { type PlayingTeam, playGame, sendFlags } from '../../support/fixtures'
import { openCasesSuite } from '../../support/games/cases-suite'

const suite = openCasesSuite()
const { query, suspected, cases, propose, confirm, decided, MINUTE, ago } = suite

const captain = ({ members }: PlayingTeam, more: { now?: Date } = {}) => suite.domain.as(members[0], more)

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
    const later = await cases().one(suite.monitor, game.id, opened.number)
    expect(later.entries[0]!.facts).toEqual(before)
    const again = [{ kind: 'submission' as const, id: ids[0]! }]
    await refused(cases().addEvidence(suite.monitor, game.id, 1, again), 'case.evidence_there')
    expect((await cases().one(suite.monitor, game.id, 1)).version).toBe(1)
  })

  it('refuses evidence of another game, invalid matches, and teams of another game', async () => {
    const { game, ids } = await suspected()
    const foreign = await suspected()
    const open = (given: object) =>
      cases().open(suite.monitor, game.id, caseOpen.parse({ title: 'x', ...given }))
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
    await refused(cases().one(suite.monitor, game.id, 99), 'case.not_found', 404)
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
      suite.monitor,
      game.id,
      caseOpen.parse({ title: 'Match', evidence: [{ kind: 'match', id: ids[2] }] })
    )
    expect(made.number).toBe(2)
    await query('DELETE FROM cheats WHERE game_id = $1', game.id)
    const { entries } = await cases().one(suite.monitor, game.id, made.number)
    expect(entries[0]!.facts).toMatchObject({ ownerId: first.participationId, owner: first.name })
  })

  it('gets the next number without gaps when several open at once', async () => {
    const { game, first } = await suspected()
    const opening = Array.from({ length: 6 }, () =>
      cases().open(
        suite.monitor,
        game.id,
        caseOpen.parse({ title: 'At once', participationIds: [first.participationId] })
      )
    )
    const numbers = (await Promise.all(opening)).map(({ number }) => number)
    expect(numbers.sort((a, b) => a - b)).toEqual([2, 3, 4, 5, 6, 7])
    expect(await cases().openCount(suite.monitor, game.id)).toBe(7)
  })

  it('is assigned to staff only', async () => {
    const { game, first } = await suspected()
    const error = await refused(
      cases().assign(suite.monitor, game.id, 1, first.members[0].id),
      'case.not_staff',
      400
    )
    expect(error.extra).toEqual({ field: 'userId' })
    const taken = await cases().assign(suite.monitor, game.id, 1, suite.second.actor!.id)
    expect(taken.assignedTo).toEqual({ id: suite.second.actor!.id, name: suite.second.actor!.userName })
    expect((await cases().assign(suite.monitor, game.id, 1, null)).assignedTo).toBeNull()
  })
})

describe('a team', () => {
  it('reads the decision about itself and nothing else of the case', async () => {
    const given = await suspected()
    const { game, first, other, third } = given
    await cases().addNote(suite.monitor, game.id, 1, 'INTERNAL')
    const view = await propose({ ...given, opened: { ...given.opened, version: 2 } })
    expect(await cases().ofTeam(captain(first), game.id), 'a proposal is not told').toEqual([])
    await confirm(given, view.version)
    const told = await cases().ofTeam(captain(first), game.id)
    expect(told).toEqual([
      expect.objectContaining({ number: 1, outcome: 'void', reason: 'The flags were copied.', appeal: null })
    ])
    const text = JSON.stringify(told)
    for (const hidden of [
      'INTERNAL',
      other.name,
      suite.second.actor!.userName,
      suite.monitor.actor!.userName,
      'flag{'
    ])
      expect(text).not.toContain(hidden)
    for (const team of [other, third]) expect(await cases().ofTeam(captain(team), game.id)).toEqual([])
    const [outsider] = await suite.domain.users(1)
    expect(await cases().ofTeam(suite.domain.as(outsider!), game.id)).toEqual([])
    for (const reader of [captain(other), captain(third), suite.domain.as(outsider!)])
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
      cases().appeal(suite.domain.as(mate!), game.id, 1, 'We solved it, too.')
    ])
    expect({ done, codes }).toEqual({ done: 1, codes: ['case.appeal_there'] })
    expect((await cases().one(suite.monitor, game.id, 1)).state).toBe('appealed')
    expect(await cases().openCount(suite.monitor, game.id)).toBe(1)
    await cases().answerAppeal(suite.second, game.id, 1, first.participationId, 'It stands.')
    await refused(
      cases().answerAppeal(suite.second, game.id, 1, first.participationId, 'Twice.'),
      'case.no_appeal',
      400
    )
    const [told] = await cases().ofTeam(captain(first), game.id)
    expect(told!.appeal!.answer!.text).toBe('It stands.')
    expect((await cases().one(suite.monitor, game.id, 1)).state).toBe('closed')
  })

  it('learns that a decision was undone, and cannot appeal against it', async () => {
    const given = await suspected()
    await decided(given)
    await cases().undoDecision(suite.second, given.game.id, 1, 'They proved it.')
    const [told] = await cases().ofTeam(captain(given.first), given.game.id)
    expect(told!.undone).toMatchObject({ reason: 'They proved it.' })
    await refused(cases().appeal(captain(given.first), given.game.id, 1, 'Thanks.'), 'case.undone', 400)
  })
})

it('every call requires its role', async () => {
  const given = await suspected()
  const { game, first } = given
  const [person] = await suite.domain.users(1)
  const user = suite.domain.as(person!)
  const visitor = suite.domain.as(null)
  const service = cases()
  const forStaff: ((ctx: Ctx) => Promise<unknown>)[] = [
    (ctx) => service.list(ctx, game.id, { count: 1, skip: 0 }),
    (ctx) => service.openCount(ctx, game.id),
    (ctx) => service.one(ctx, game.id, 1),
    (ctx) => service.look(ctx, game.id, []),
    (ctx) => service.staff(ctx, game.id),
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
  const before = await service.one(suite.monitor, game.id, 1)
  for (const call of [...forStaff, ...forAdmins]) {
    await refused(call(visitor), 'auth.login_required', 401)
    await refused(call(user), 'auth.forbidden', 403)
    await refused(call(captain(first)), 'auth.forbidden', 403)
  }
  for (const call of forAdmins) await refused(call(suite.monitor), 'auth.forbidden', 403)
  expect(await service.one(suite.monitor, game.id, 1)).toEqual(before)
  const { version } = await propose(given, {}, suite.second)
  await refused(confirm(given, version, suite.monitor), 'auth.forbidden', 403)
  const rejection = caseVerdict.parse({ accept: false, reason: 'No.', version })
  await refused(service.answer(suite.monitor, game.id, 1, rejection), 'auth.forbidden', 403)
  await refused(service.answer(captain(first), game.id, 1, rejection), 'auth.forbidden', 403)
  await refused(service.ofTeam(visitor, game.id), 'auth.login_required', 401)
})

it('a case has a limit of teams, and a larger one is refused whole', async () => {
  const game = await playGame(suite.domain.stores.db, { teams: CASE_LIMITS.teams + 1, challenges: 1 })
  const all = game.teams.map(({ participationId }) => participationId)
  const sent = await sendFlags(suite.domain.stores.db, game, [
    { team: game.teams.at(-1)!, challenge: game.challenges[0]!, at: ago(3) }
  ])
  const opened = await cases().open(
    suite.monitor,
    game.id,
    caseOpen.parse({ title: 'Many', participationIds: all.slice(0, CASE_LIMITS.teams) })
  )
  const add = cases().addEvidence(suite.monitor, game.id, 1, [{ kind: 'submission', id: sent[0]! }])
  await refused(add, 'case.too_many_teams', 400)
  expect(await cases().one(suite.monitor, game.id, 1)).toEqual(opened)
})
