import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { judge } from '~/scoring/judge'
import type { CorrectionInput } from '~/server/corrections/contract'
import { HOUR_MS } from '~/server/platform/time'
import { createIntake } from '~/server/submissions/intake'
import { type Domain, openDomain, outcomes, refused } from '../../support/domain'
import { type PlayedGame, playGame } from '../../support/fixtures'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

async function limited(limit: number, plan: Parameters<typeof playGame>[1] = {}) {
  const game = await playGame(domain.stores.db, { teams: 2, membersEach: 3, ...plan })
  const { id } = game.challenges[0]!
  await domain.services.challenges.update(domain.admin, game.id, id, { attemptLimit: limit })
  return { game, id }
}

const player = ({ teams }: PlayedGame, team = 0, member = 0) => domain.as(teams[team]!.members[member]!)
const send = (game: PlayedGame, flag = 'no', team = 0, member = 0) =>
  domain.services.submissions.submit(player(game, team, member), game.id, game.challenges[0]!.id, flag)
const judged = async ({ id }: PlayedGame) => {
  while ((await judge(domain.stores.db, id)).rows.length > 0);
}
const attempts = async (game: PlayedGame, team = 0) =>
  (await domain.services.challenges.play(player(game, team), game.id, game.challenges[0]!.id)).attempts

describe('the limit of attempts', () => {
  it('holds against answers of the same instant, of all members, in one batch and by two processes', async () => {
    const { game, id } = await limited(4)
    const { db } = domain.stores
    const intakes = [1, 2].map(() => createIntake(db, () => {}))
    const { participationId, members } = game.teams[0]!
    const sent = Array.from({ length: 30 }, (_, n) =>
      intakes[n % 2]!.store({
        ...{ gameId: game.id, challengeId: id, participationId, userId: members[n % 3]!.id },
        ...{ answer: `no ${n}`, ip: '192.0.2.1', userAgent: null }
      })
    )
    const stored = (await Promise.all(sent)).filter((one) => one !== null)
    expect(stored).toHaveLength(4)
    expect(await attempts(game)).toEqual({ limit: 4, used: 4 })
    expect(await attempts(game, 1)).toEqual({ limit: 4, used: 0 })
    await refused(send(game), 'submission.no_attempts', 400)
    await send(game, 'no', 1)
  })

  it('counts wrong and waiting answers, but not right ones and those that become right', async () => {
    const { game, id } = await limited(2)
    const { challenges, corrections } = domain.services
    await send(game, game.challenges[0]!.flag)
    await judged(game)
    expect(await attempts(game)).toEqual({ limit: 2, used: 0 })
    await send(game, 'late', 1)
    await send(game, 'no', 1)
    await judged(game)
    await refused(send(game, game.challenges[0]!.flag, 1), 'submission.no_attempts', 400)
    await challenges.addFlags(domain.admin, game.id, id, [{ flag: 'late', attachmentType: 'None' }])
    const correction = { kind: 'rejudge' as const, challengeIds: [id] }
    await corrections.apply(domain.admin, game.id, { correction, reason: 'r' })
    expect(await attempts(game, 1)).toEqual({ limit: 2, used: 1 })
  })

  it('tells members verdicts and attempts of before a judging again behind a freeze, and all of it at the reveal', async () => {
    const { game, id } = await limited(3, { teams: 1 })
    const { challenges, corrections, freezing, submissions } = domain.services
    const [captain] = [player(game)]
    const rejudge = async (...flags: string[]) => {
      await domain.stores.db.pool.query('DELETE FROM flags WHERE challenge_id = $1', [id])
      await challenges.addFlags(
        domain.admin,
        game.id,
        id,
        flags.map((flag) => ({ flag, attachmentType: 'None' as const }))
      )
      const correction = { kind: 'rejudge' as const, challengeIds: [id] }
      return (await corrections.apply(domain.admin, game.id, { correction, reason: 'r' })).number
    }
    const undo = (number: number) => corrections.undo(domain.admin, game.id, number, { reason: 'No.' })
    const sent = [await send(game, 'one'), await send(game, 'two')]
    await judged(game)
    const before = await rejudge('one')
    const told = async () => {
      const { data } = await submissions.tries(captain, game.id, id, { count: 10, skip: 0 })
      const polled = await Promise.all(sent.map((one) => submissions.status(captain, game.id, id, one)))
      const view = await challenges.play(captain, game.id, id)
      return {
        tries: data.map(({ status }) => status),
        polled,
        used: view.attempts!.used,
        solved: view.solved
      }
    }
    const frozen = await told()
    expect(frozen).toEqual({
      tries: ['WrongAnswer', 'Accepted'],
      polled: ['Accepted', 'WrongAnswer'],
      used: 1,
      solved: true
    })
    await freezing.set(domain.admin, game.id, 'now')
    const since = await rejudge('two')
    expect(await told()).toEqual(frozen)
    await undo(since)
    expect(await told()).toEqual(frozen)
    await undo(before)
    expect(await told()).toEqual(frozen)
    sent.push(await send(game, 'three'))
    await judged(game)
    const answered = { ...frozen, tries: ['WrongAnswer', ...frozen.tries], used: 2 }
    answered.polled = [...frozen.polled, 'WrongAnswer']
    expect(await told()).toEqual(answered)
    await rejudge('three')
    expect(await told()).toEqual(answered)
    await freezing.reveal(domain.admin, game.id)
    expect(await told()).toEqual({
      tries: ['Accepted', 'WrongAnswer', 'WrongAnswer'],
      polled: ['WrongAnswer', 'WrongAnswer', 'Accepted'],
      used: 2,
      solved: true
    })
  })

  it('counts no solve that staff gave, also when it was taken back and flags are judged again', async () => {
    const { game, id } = await limited(1)
    const { corrections } = domain.services
    const apply = (correction: CorrectionInput) =>
      corrections.apply(domain.admin, game.id, { correction, reason: 'r' })
    const { participationId } = game.teams[0]!
    const { number } = await apply({ kind: 'solve', challengeId: id, participationIds: [participationId] })
    await corrections.undo(domain.admin, game.id, number, { reason: 'No.' })
    await refused(apply({ kind: 'rejudge', challengeIds: [id] }), 'correction.nothing')
    expect(await attempts(game)).toEqual({ limit: 1, used: 0 })
  })

  it('is reset for one team by staff, with a reason in the audit, and only where there is a limit', async () => {
    const { game, id } = await limited(1, { challenges: 2 })
    const { challenges } = domain.services
    await send(game)
    await send(game, 'no', 1)
    const { participationId } = game.teams[0]!
    const reset = (challengeId: number, of = participationId) =>
      challenges.resetAttempts(domain.admin, game.id, challengeId, { participationId: of, reason: 'typo' })
    await refused(reset(game.challenges[1]!.id), 'challenge.no_limit', 400)
    await refused(reset(id, 999_999), 'participation.not_found', 404)
    await reset(id)
    expect(await attempts(game)).toEqual({ limit: 1, used: 0 })
    const { done, codes } = await outcomes([send(game), send(game), send(game, 'no', 0, 1)])
    expect([done, codes]).toEqual([1, Array(2).fill('submission.no_attempts')])
    await refused(send(game, 'no', 1), 'submission.no_attempts')
    const { rows } = await domain.stores.db.pool.query(
      `SELECT after FROM audit_events WHERE action = 'attempts_reset' AND target = $1`,
      [`challenge:${id}`]
    )
    expect(rows).toEqual([{ after: { participation: participationId, reason: 'typo' } }])
  })

  it('is lifted by null, and applies to nothing that is sent after the end', async () => {
    const { game, id } = await limited(1)
    await send(game)
    await refused(send(game), 'submission.no_attempts')
    await domain.services.challenges.update(domain.admin, game.id, id, { attemptLimit: null })
    await send(game)
    expect(await attempts(game)).toBeNull()
    const over = await limited(1, { startsIn: -2 * HOUR_MS, endsIn: -HOUR_MS })
    await send(over.game)
    await send(over.game)
  })
})
