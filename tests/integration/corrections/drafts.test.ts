import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GameRole } from '~/server/access/constants'
import type { Ctx } from '~/server/access/contract'
import type { CorrectionInput } from '~/server/corrections/contract'
import { seenDigest } from '~/server/corrections/drafts/second-person'
import { type Domain, openDomain, outcomes, refused } from '../../support/domain'
import { type PlayedGame, playGame } from '../../support/fixtures'

let domain: Domain
let author: Ctx
let second: Ctx
beforeAll(async () => {
  domain = await openDomain()
  author = domain.admin
  const [other] = await domain.users(1, 'Admin')
  second = domain.as(other!, { role: 'Admin' })
})
afterAll(() => domain?.close())

const corrections = () => domain.services.corrections
const drafts = () => corrections().drafts
const query = async (text: string, ...values: unknown[]) =>
  (await domain.stores.db.pool.query(text, values)).rows

const award = (game: PlayedGame, team: number, points = 10): CorrectionInput => ({
  kind: 'award',
  participationIds: [game.teams[team]!.participationId],
  points
})

const propose = (game: PlayedGame, correction: CorrectionInput, by = author) =>
  drafts().propose(by, game.id, { correction, reason: 'Because.' })

async function played({ twoPeople = true, teams = 12 } = {}): Promise<PlayedGame> {
  const game = await playGame(domain.stores.db, { teams, challenges: 2 })
  if (twoPeople) await corrections().setSecond(author, game.id, true)
  return game
}

const roleIn = (game: PlayedGame, person: Parameters<Domain['as']>[0], role: GameRole): Ctx => {
  const ctx = domain.as(person)
  return { ...ctx, actor: { ...ctx.actor!, games: { [game.id]: role } } }
}

const correctionsOf = (game: PlayedGame) =>
  query('SELECT user_id, confirmed_by FROM corrections WHERE game_id = $1 ORDER BY number', game.id)

describe('a correction that moves the first ten', () => {
  it('is applied by one person unless the game asks for two', async () => {
    const game = await played({ twoPeople: false })
    const alone = { correction: award(game, 3), reason: 'Because.' }
    await corrections().apply(author, game.id, alone)
    expect((await corrections().preview(author, game.id, award(game, 4, 20))).second).toBe(false)
    await corrections().setSecond(author, game.id, true)
    expect((await corrections().preview(author, game.id, award(game, 4, 20))).second).toBe(true)
    const refusal = corrections().apply(author, game.id, { correction: award(game, 4, 20), reason: 'x' })
    await refused(refusal, 'correction.second_person', 409)
    expect(await correctionsOf(game)).toHaveLength(1)
    await corrections().setSecond(author, game.id, false)
    await corrections().apply(author, game.id, { correction: award(game, 4, 20), reason: 'x' })
    const switched = await query(
      `SELECT after->>'second' AS second FROM audit_events WHERE action = 'corrections_second_changed' AND target = $1 ORDER BY id`,
      `game:${game.id}`
    )
    expect(switched.map((one) => one.second)).toEqual(['true', 'false'])
  })

  it('needs no second person before the start, below the first ten, or where places stay', async () => {
    const game = await played()
    // Ten teams lead; the last two are equal behind them.
    for (let team = 0; team < 10; team++)
      await query(`UPDATE games SET corrections_second = false WHERE id = $1`, game.id).then(() =>
        corrections().apply(author, game.id, { correction: award(game, team, 1000 - team * 50), reason: 'x' })
      )
    await corrections().setSecond(author, game.id, true)
    expect((await corrections().preview(author, game.id, award(game, 11, 5))).second).toBe(false)
    expect((await corrections().preview(author, game.id, award(game, 0, 5))).second).toBe(false)
    expect((await corrections().preview(author, game.id, award(game, 1, 60))).second).toBe(true)
    expect((await corrections().preview(author, game.id, award(game, 11, 600))).second).toBe(true)
    await query(
      `UPDATE games SET start_at = start_at + interval '9 days', end_at = end_at + interval '9 days',
         final_at = final_at + interval '9 days', announced_end_at = announced_end_at + interval '9 days' WHERE id = $1`,
      game.id
    )
    expect((await corrections().preview(author, game.id, award(game, 11, 600))).second).toBe(false)
  })

  it('is confirmed by somebody else, and both stand with it', async () => {
    const game = await played()
    const { id, preview, own } = await propose(game, award(game, 3))
    expect([own, preview!.second]).toEqual([true, true])
    await refused(drafts().confirm(author, game.id, id, preview!.digest), 'correction.same_person', 403)
    await refused(drafts().decline(author, game.id, id, 'No.'), 'correction.same_person', 403)
    await refused(drafts().withdraw(second, game.id, id), 'correction.not_author', 403)
    expect(await correctionsOf(game)).toHaveLength(0)
    const seen = await drafts().one(second, game.id, id)
    const number = await drafts().confirm(second, game.id, id, seen.preview!.digest)
    expect(await correctionsOf(game)).toEqual([{ user_id: author.actor!.id, confirmed_by: second.actor!.id }])
    const view = await corrections().one(author, game.id, number)
    expect(view).toMatchObject({ by: author.actor!.userName, confirmedBy: second.actor!.userName })
    expect(view.effect).toEqual(seen.preview!.effect)
    const open = await corrections().published(domain.as(null), game.id, { count: 5, skip: 0 })
    expect(JSON.stringify(open)).not.toContain(second.actor!.userName)
    expect(await drafts().one(author, game.id, id)).toMatchObject({ state: 'applied', number, preview: null })
    const acts = await query(
      `SELECT action, actor_id AS by FROM audit_events WHERE target = $1 AND action ~ '^(correction_draft|results)' ORDER BY id`,
      `game:${game.id}`
    )
    expect(acts).toEqual([
      { action: 'correction_drafted', by: author.actor!.id },
      { action: 'results_corrected', by: second.actor!.id },
      { action: 'correction_draft_applied', by: second.actor!.id }
    ])
    await corrections().undo(second, game.id, number, { reason: 'It was one too many.' })
  })

  it('has one winner of several who decide at once, who is named to the others', async () => {
    const game = await played()
    const { id, preview } = await propose(game, award(game, 3))
    const [third] = await domain.users(1, 'Admin')
    const more = domain.as(third!, { role: 'Admin' })
    const { done, codes } = await outcomes([
      drafts().confirm(second, game.id, id, preview!.digest),
      drafts().confirm(more, game.id, id, preview!.digest),
      drafts().decline(second, game.id, id, 'No.'),
      drafts().withdraw(author, game.id, id)
    ])
    expect([done, new Set(codes)]).toEqual([1, new Set(['correction.draft_decided'])])
    const { state, decided } = await drafts().one(author, game.id, id)
    expect((await correctionsOf(game)).length).toBe(state === 'applied' ? 1 : 0)
    const late = await refused(drafts().decline(second, game.id, id, 'x'), 'correction.draft_decided', 409)
    expect(late.params).toEqual({ name: decided!.by })
  })

  it('is looked at again when it would do something else by then', async () => {
    const game = await played()
    const { id, preview } = await propose(game, award(game, 3))
    // Another correction was applied since, and another team leads.
    await corrections().setSecond(author, game.id, false)
    await corrections().apply(author, game.id, { correction: award(game, 5, 50), reason: 'x' })
    await corrections().setSecond(author, game.id, true)
    await refused(drafts().confirm(second, game.id, id, preview!.digest), 'correction.moved_on', 409)
    const again = await drafts().one(second, game.id, id)
    expect([again.changed, again.state, again.preview!.digest === preview!.digest]).toEqual([
      true,
      'open',
      false
    ])
    await drafts().confirm(second, game.id, id, again.preview!.digest)
    // The first ten alone are enough, without another change.
    const top = [1, 2].map((participationId) => ({
      participationId,
      name: 'x',
      rank: participationId,
      score: 0
    }))
    const other = { before: top, after: [...top].reverse() }
    expect(seenDigest('a', { top: { before: top, after: top } })).not.toBe(seenDigest('a', { top: other }))
  })

  it('does not count an author who may no longer correct', async () => {
    const game = await played()
    const [person] = await domain.users(1)
    await query(
      `INSERT INTO game_staff (game_id, user_id, role, added_at) VALUES ($1, $2, 'referee', now())`,
      game.id,
      person!.id
    )
    const referee = roleIn(game, person!, 'referee')
    await refused(corrections().setSecond(referee, game.id, false), 'auth.forbidden', 403)
    const { id, preview } = await propose(game, award(game, 3), referee)
    await query('DELETE FROM game_staff WHERE user_id = $1', person!.id)
    await refused(drafts().confirm(second, game.id, id, preview!.digest), 'correction.author_gone', 409)
    expect((await drafts().one(second, game.id, id)).state).toBe('open')
    expect(await correctionsOf(game)).toHaveLength(0)
  })
})

describe('a draft', () => {
  it('is applied later by its author where one person is enough, exactly as its preview says', async () => {
    const game = await played({ twoPeople: false })
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            team: fc.nat(11),
            points: fc.integer({ min: -90, max: 90 }).filter((points) => points !== 0)
          }),
          { minLength: 1, maxLength: 4 }
        ),
        async (given) => {
          for (const { team, points } of given) {
            const { id } = await propose(game, award(game, team, points))
            const { preview } = await drafts().one(author, game.id, id)
            const number = await drafts().confirm(author, game.id, id, preview!.digest)
            const { effect, confirmedBy } = await corrections().one(author, game.id, number)
            expect(effect).toEqual(preview!.effect)
            expect(confirmedBy).toBeNull()
          }
        }
      ),
      { numRuns: 5 }
    )
  })

  it('is declined with a reason, withdrawn by its author, listed by state and limited', async () => {
    const game = await played()
    const [one, two] = [await propose(game, award(game, 1)), await propose(game, award(game, 2))]
    expect((await corrections().list(author, game.id, { count: 5, skip: 0 })).drafts).toBe(2)
    const declined = await drafts().decline(second, game.id, one.id, 'Not agreed.')
    expect(declined.decided).toMatchObject({ by: second.actor!.userName, reason: 'Not agreed.' })
    await drafts().withdraw(author, game.id, two.id)
    const ids = async (state: 'open' | 'declined' | 'withdrawn') =>
      (await drafts().list(author, game.id, { count: 5, skip: 0, state })).data.map(({ id }) => id)
    expect([await ids('open'), await ids('declined'), await ids('withdrawn')]).toEqual([
      [],
      [one.id],
      [two.id]
    ])
    await query(
      `INSERT INTO correction_drafts (game_id, input, scope, reason, announce, effect, digest, at)
       SELECT game_id, input, scope, reason, announce, effect, digest, at FROM correction_drafts, generate_series(1, 20)
       WHERE id = $1`,
      one.id
    )
    await refused(propose(game, award(game, 3)), 'correction.draft_limit', 400)
    await refused(drafts().one(author, game.id, 2_000_000_000), 'correction.draft_not_found', 404)
    const elsewhere = await played()
    await refused(drafts().withdraw(author, elsewhere.id, one.id), 'correction.draft_not_found', 404)
  })

  it('expires once it can no longer be applied, and says why', async () => {
    const game = await played({ twoPeople: false })
    const [challenge] = game.challenges
    const solve: CorrectionInput = {
      kind: 'solve',
      participationIds: [game.teams[0]!.participationId],
      challengeId: challenge!.id
    }
    const [first, later, gone] = [
      await propose(game, solve),
      await propose(game, solve),
      await propose(game, award(game, 2))
    ]
    await drafts().confirm(author, game.id, first.id, first.preview!.digest)
    expect(await drafts().one(author, game.id, later.id)).toMatchObject({
      ...{ state: 'expired', cause: 'correction.solved', number: null, preview: null }
    })
    await refused(
      drafts().confirm(second, game.id, later.id, later.preview!.digest),
      'correction.draft_expired',
      409
    )
    // A challenge that is deleted says nothing to drafts; they expire when they are asked for.
    const hints = await propose(game, { kind: 'void', challengeId: challenge!.id })
    await domain.services.challenges.remove(author, game.id, challenge!.id)
    const dead = await drafts().one(author, game.id, hints.id)
    expect([dead.state, dead.cause, dead.preview]).toEqual(['open', 'challenge.not_found', null])
    await refused(
      drafts().confirm(author, game.id, hints.id, 'a'.repeat(64)),
      'correction.draft_expired',
      409
    )
    expect((await drafts().one(author, game.id, hints.id)).state).toBe('expired')
    expect((await drafts().one(author, game.id, gone.id)).state).toBe('open')
  })

  it('that has become impossible expires with the reveal', async () => {
    const game = await played({ twoPeople: false })
    const [challenge, other] = game.challenges
    const open = async (challengeId: number) =>
      propose(game, { kind: 'solve', challengeId, participationIds: [game.teams[0]!.participationId] })
    const [dead, living] = [await open(challenge!.id), await open(other!.id)]
    await domain.services.challenges.remove(author, game.id, challenge!.id)
    await domain.services.freezing.set(author, game.id, 'now')
    await domain.services.freezing.reveal(author, game.id)
    const state = async ({ id }: { id: number }) => (await drafts().one(author, game.id, id)).state
    expect([await state(dead), await state(living)]).toEqual(['expired', 'open'])
  })

  it('is nobody’s but those who may correct, and no program’s', async () => {
    const game = await played()
    const { id, preview } = await propose(game, award(game, 3))
    const [person] = await domain.users(1)
    const part = { count: 5, skip: 0, state: 'open' as const }
    for (const caller of [
      domain.as(person!),
      roleIn(game, person!, 'support'),
      roleIn(game, person!, 'author')
    ]) {
      await refused(drafts().list(caller, game.id, part), 'auth.forbidden', 403)
      await refused(drafts().one(caller, game.id, id), 'auth.forbidden', 403)
      await refused(propose(game, award(game, 3), caller), 'auth.forbidden', 403)
      await refused(drafts().confirm(caller, game.id, id, preview!.digest), 'auth.forbidden', 403)
      await refused(drafts().decline(caller, game.id, id, 'x'), 'auth.forbidden', 403)
    }
    const token = { id: 'x', name: 'bot', scopes: ['edit'] as const, gameId: null, service: true }
    const program: Ctx = { ...second, actor: { ...second.actor!, token } }
    expect((await drafts().list(program, game.id, part)).total).toBe(1)
    await refused(propose(game, award(game, 3), program), 'token.person_needed', 403)
    await refused(drafts().confirm(program, game.id, id, preview!.digest), 'token.person_needed', 403)
    await refused(drafts().withdraw(program, game.id, id), 'correction.not_author', 403)
    const reading = { ...token, scopes: ['monitor'] as const, service: false }
    const watcher: Ctx = { ...second, actor: { ...second.actor!, token: reading } }
    await refused(drafts().confirm(watcher, game.id, id, preview!.digest), 'auth.forbidden', 403)
    const playing = roleIn(game, game.teams[3]!.members[0], 'referee')
    await refused(drafts().confirm(playing, game.id, id, preview!.digest), 'game.own_team', 403)
  })
})
