import { describe, expect, it } from 'vitest'
import { fold, settle } from '~/scoring/rules'
import { caseOpen, caseProposal, caseVerdict } from '~/server/cases/contract'
import { readEntries } from '~/server/ledger'
import { outcomes, refused } from '../../support/domain'
import type { PlayedGame, PlayingTeam } from '../../support/fixtures'
import { openCasesSuite } from '../../support/games/cases-suite'

const suite = openCasesSuite()
const { query, suspected, propose, cases, confirm, decided } = suite

/** Everything that a decision could change, for comparison. */
async function resultsOf({ id }: PlayedGame) {
  const events = await readEntries(suite.domain.stores.db.pool, id, 0, 10_000)
  const board = settle(fold(events)).map(({ id, rank, score }) => ({ id, rank, score }))
  const solves = await query(
    'SELECT challenge_id, participation_id, submission_id FROM solves WHERE game_id = $1 ORDER BY 1, 2',
    id
  )
  const statuses = await query('SELECT id, status FROM participations WHERE game_id = $1 ORDER BY id', id)
  const rulings = await query('SELECT id, ruling FROM submissions WHERE game_id = $1 ORDER BY id', id)
  return { board, solves, statuses, rulings }
}

describe('a decision', () => {
  it('takes effect only when a second person confirms it, then all at once', async () => {
    const given = await suspected()
    const before = await resultsOf(given.game)
    const { version, waiting } = await propose(given)
    expect(waiting).toMatchObject({ own: true })
    expect(await resultsOf(given.game)).toEqual(before)
    const preview = await cases().previewProposal(suite.second, given.game.id, 1)
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
    const list = await suite.domain.services.corrections.list(suite.domain.admin, given.game.id, {
      count: 10,
      skip: 0
    })
    expect(list.data.map(({ kind, reason }) => [kind, reason])).toEqual([['void', 'The flags were copied.']])
  })

  it('is never confirmed by its proposer, who may withdraw it', async () => {
    const given = await suspected()
    const { version } = await propose(given, {}, suite.second)
    await refused(confirm(given, version, suite.second), 'case.same_person', 403)
    const reject = caseVerdict.parse({ accept: false, reason: 'I was wrong.', version })
    const { decisions } = await cases().answer(suite.second, given.game.id, 1, reject)
    expect(decisions[0]).toMatchObject({ state: 'rejected', answer: 'I was wrong.' })
    expect((await propose(given, { version: version + 1 })).waiting).toMatchObject({ own: true })
  })

  it('needs two people of the staff in the end', async () => {
    const given = await suspected()
    const [left] = await suite.domain.users(1, 'Monitor')
    const { version } = await propose(given, {}, suite.domain.as(left!, { role: 'Monitor' }))
    await query("UPDATE users SET role = 'User' WHERE id = $1", left!.id)
    await refused(confirm(given, version), 'case.proposer_gone', 409)
    await query('DELETE FROM users WHERE id = $1', left!.id)
    await refused(confirm(given, version), 'case.proposer_gone', 409)
  })

  it('is confirmed once by many at once', async () => {
    const given = await suspected()
    const admins = await suite.domain.users(4, 'Admin')
    const { version } = await propose(given, { outcome: 'penalty', points: 50, challengeIds: [] })
    const before = await resultsOf(given.game)
    const { done, codes } = await outcomes(
      admins.map((admin) => confirm(given, version, suite.domain.as(admin, { role: 'Admin' })))
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
    await cases().addNote(suite.monitor, given.game.id, 1, 'They had a writeup.')
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
        cases().addNote(suite.monitor, given.game.id, 1, 'Wait.')
      ])
      expect(noted.status).toBe('fulfilled')
      const { state, entries } = await cases().one(suite.monitor, given.game.id, 1)
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
    const undone = await cases().undoDecision(suite.second, given.game.id, 1, 'They proved it.')
    expect(undone.state).toBe('open')
    expect(undone.decisions[0]).toMatchObject({ state: 'undone', undone: { reason: 'They proved it.' } })
    expect(await resultsOf(given.game)).toEqual(before)
    await refused(cases().undoDecision(suite.second, given.game.id, 1, 'Again.'), 'case.not_decided', 400)
  })

  it('is undone once by many at once, also when its correction was undone by itself', async () => {
    const given = await suspected()
    const before = await resultsOf(given.game)
    await decided(given)
    await suite.domain.services.corrections.undo(suite.domain.admin, given.game.id, 1, {
      reason: 'Wrong list.'
    })
    const undo = () => cases().undoDecision(suite.second, given.game.id, 1, 'Undone.')
    const { done, codes } = await outcomes([undo(), undo(), undo()])
    expect({ done, codes }).toEqual({ done: 1, codes: ['case.not_decided', 'case.not_decided'] })
    expect(await resultsOf(given.game)).toEqual(before)
  })

  it.each([
    ['first', [1, 2]],
    ['second', [2, 1]]
  ])('that suspends a team keeps it suspended when the %s of two is undone', async (_, order) => {
    const given = await suspected()
    const { game, first, other } = given
    const suspension = { outcome: 'suspension', challengeIds: [] }
    const opened = await cases().open(
      suite.monitor,
      game.id,
      caseOpen.parse({ title: 'And again', participationIds: [first.participationId] })
    )
    await suite.domain.services.participations.setStatus(
      suite.domain.admin,
      other.participationId,
      'Suspended'
    )
    const participationIds = [first.participationId, other.participationId]
    await decided(given, { ...suspension, participationIds })
    await decided({ ...given, opened }, suspension)
    const statuses = async () =>
      (await query('SELECT status FROM participations WHERE game_id = $1 ORDER BY id', game.id)).map(
        ({ status }) => status
      )
    const [one, two] = order as [number, number]
    await cases().undoDecision(suite.second, game.id, one, 'They proved it.')
    expect(await statuses()).toEqual(['Suspended', 'Suspended', 'Accepted'])
    await cases().undoDecision(suite.second, game.id, two, 'This, too.')
    // Who was suspended by hand before the decisions stays so.
    expect(await statuses()).toEqual(['Accepted', 'Suspended', 'Accepted'])
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
    expect((await cases().one(suite.monitor, given.game.id, 1)).decisions[0]!.state).toBe('proposed')
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
    await suite.domain.services.corrections.apply(suite.domain.admin, given.game.id, {
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
