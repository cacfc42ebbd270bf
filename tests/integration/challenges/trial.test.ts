import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { judge } from '~/scoring/judge'
import {
  type ChallengeType,
  type ChallengeUpdate,
  challengeInput,
  flagsInput
} from '~/server/challenges/contract'
import { HOUR_MS } from '~/server/platform/time'
import { type Domain, openDomain, refused } from '../../support/domain'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const sql = async <T extends object>(text: string, ...values: unknown[]) =>
  (await domain.stores.db.pool.query<T>(text, values)).rows

interface ChallengeOptions {
  type?: ChallengeType
  flags?: string[]
  update?: ChallengeUpdate
  starts?: number
}

async function challenge({
  type = 'StaticAttachment',
  flags = [],
  update = {},
  starts = -HOUR_MS
}: ChallengeOptions = {}) {
  const { services, admin } = domain
  const gameId = await domain.game({
    acceptWithoutReview: true,
    start: new Date(Date.now() + starts),
    end: new Date(Date.now() + 2 * HOUR_MS)
  })
  const { id } = await services.challenges.create(
    admin,
    gameId,
    challengeInput.parse({ title: 'Secret', type })
  )
  const files = flags.map((flag) =>
    type === 'DynamicAttachment'
      ? { flag, attachmentType: 'Remote', remoteUrl: `https://files.example.org/${flag.length}` }
      : { flag }
  )
  if (flags.length > 0) await services.challenges.addFlags(admin, gameId, id, flagsInput.parse(files))
  await services.challenges.update(admin, gameId, id, update)
  const attempt = (flag: string) => services.challenges.tryFlag(admin, gameId, id, flag)
  const view = () => services.challenges.trial(admin, gameId, id)
  const playing = async () => {
    const team = await domain.team()
    await services.participations.join(domain.as(team.captain), gameId, { teamId: team.id })
    await services.challenges.play(domain.as(team.captain), gameId, id)
    const [row] = await sql<{ flag: string }>(
      `SELECT o.flag FROM team_flags o JOIN participations p ON p.id = o.participation_id
       WHERE o.challenge_id = $1 AND p.team_id = $2`,
      id,
      team.id
    )
    return { ...team, name: `Team ${team.captain.name}`, flag: row?.flag ?? '' }
  }
  return { gameId, id, attempt, view, playing }
}

const traces = async (gameId: number) => {
  const count = (table: string) => `(SELECT count(*)::int FROM ${table} WHERE game_id = $1) AS ${table}`
  const tables = ['submissions', 'solves', 'cheats', 'game_events', 'score_events', 'notices', 'unjudged']
  const [found] = await sql<Record<string, number>>(`SELECT ${tables.map(count).join(', ')}`, gameId)
  const [assigned] = await sql<{ n: number }>(
    `SELECT count(*)::int AS n FROM team_flags o JOIN challenges c ON c.id = o.challenge_id WHERE c.game_id = $1`,
    gameId
  )
  return { ...found, assigned: assigned!.n }
}

describe('a trial of a flag', () => {
  it('compares with every flag of a list, before the start and disabled, to the letter', async () => {
    const { attempt, view, gameId } = await challenge({ flags: ['flag{one}', 'flag{Two}'], starts: HOUR_MS })
    const before = await traces(gameId)
    expect(await attempt('flag{Two}')).toEqual({ status: 'Accepted', place: 2, flags: 2, team: null })
    expect(await attempt('flag{two}')).toEqual({ status: 'WrongAnswer', place: null, flags: 2, team: null })
    expect(await view()).toMatchObject({ isEnabled: false, rule: 'any', solvable: true, title: 'Secret' })
    expect(await traces(gameId)).toEqual(before)
  })

  it('is right for the shown file alone, and names the team of another one', async () => {
    const { attempt, view, playing, gameId } = await challenge({
      type: 'DynamicAttachment',
      flags: ['f{1}', 'f{22}', 'f{333}'],
      update: { isEnabled: true }
    })
    expect((await view()).context.url).toBe('https://files.example.org/4')
    const teams = [await playing(), await playing()]
    const before = await traces(gameId)
    for (const flag of ['f{1}', 'f{22}', 'f{333}']) {
      const owner = teams.find((team) => team.flag === flag)
      const status = flag === 'f{1}' ? 'Accepted' : owner ? 'CheatDetected' : 'WrongAnswer'
      expect(await attempt(flag)).toMatchObject({
        status,
        place: flag.length - 3,
        flags: 3,
        team: owner?.name ?? null
      })
    }
    expect(await traces(gameId)).toEqual(before)
    expect(before.assigned).toBe(2)
  })

  it('is right with the flag of the newest test instance, and foreign with a team’s', async () => {
    const { attempt, view, playing, gameId, id } = await challenge({
      type: 'DynamicContainer',
      update: { isEnabled: true, flagTemplate: 'f{[GUID]_[TEAM_HASH]}', containerImage: 'x:1' }
    })
    const team = await playing()
    expect(await view()).toMatchObject({ rule: 'test_instance', solvable: false })
    expect(await attempt(team.flag)).toEqual({
      status: 'CheatDetected',
      place: null,
      flags: 0,
      team: team.name
    })
    await sql(
      `INSERT INTO instances (id, kind, game_id, challenge_id, requested_by, spec, memory_mb, cpu, lifetime, test_flag,
         state, desired, operated_at, requested_at)
       SELECT gen_random_uuid(), 'test', $1, $2, NULL, '{}', 64, 1, 60, flag,
         CASE place WHEN 1 THEN 'ended' ELSE 'ready' END, CASE place WHEN 1 THEN 'down' ELSE 'up' END, now(), now() + place * interval '1 s'
       FROM unnest(ARRAY['f{older}', 'f{newest}']) WITH ORDINALITY AS t (flag, place)`,
      gameId,
      id
    )
    const before = await traces(gameId)
    expect(await view()).toMatchObject({ solvable: true })
    expect((await attempt('f{newest}')).status).toBe('Accepted')
    expect((await attempt('f{older}')).status).toBe('WrongAnswer')
    expect(await traces(gameId)).toEqual(before)
  })

  it('agrees with the judge about answers of teams', async () => {
    const { attempt, playing, gameId, id } = await challenge({
      flags: ['flag{x}'],
      update: { isEnabled: true }
    })
    const team = await playing()
    for (const flag of ['flag{x}', 'flag{X}', 'flag{x} ', 'flag{\u{1f3c1}}']) {
      const submission = await domain.services.submissions.submit(domain.as(team.captain), gameId, id, flag)
      await judge(domain.stores.db, gameId)
      const judged = await domain.services.submissions.status(domain.as(team.captain), gameId, id, submission)
      expect((await attempt(flag)).status, flag).toBe(judged)
    }
  })

  it('is for administrators alone, and for a challenge of that game', async () => {
    const { gameId, id } = await challenge({ flags: ['flag{x}'] })
    const other = await domain.game()
    const { challenges } = domain.services
    for (const role of ['User', 'Monitor'] as const) {
      const [member] = await domain.users(1, role)
      const ctx = domain.as(member!, { role })
      await refused(challenges.tryFlag(ctx, gameId, id, 'flag{x}'), 'auth.forbidden', 403)
      await refused(challenges.trial(ctx, gameId, id), 'auth.forbidden', 403)
      await refused(challenges.trialList(ctx, gameId), 'auth.forbidden', 403)
    }
    await refused(challenges.tryFlag(domain.admin, other, id, 'flag{x}'), 'challenge.not_found', 404)
    await refused(challenges.trial(domain.admin, other, id), 'challenge.not_found', 404)
    await refused(challenges.trialList(domain.admin, 999_999), 'game.not_found', 404)
  })

  it('shows disabled and scheduled challenges beside the others', async () => {
    const releaseAt = new Date(Date.now() + HOUR_MS)
    const { gameId, id } = await challenge({ flags: ['flag{x}'], update: { releaseAt, originalScore: 300 } })
    const list = await domain.services.challenges.trialList(domain.admin, gameId)
    expect(list).toEqual([
      expect.objectContaining({ id, isEnabled: false, releaseAt, score: 300, solved: 0 })
    ])
  })
})
