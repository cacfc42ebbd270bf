import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ChallengeType, challengeInput, challengeUpdate, flagsInput } from '~/server/challenges/contract'
import type { GameInput } from '~/server/games/contract'
import { HOUR_MS } from '~/server/platform/time'
import type { ClaimedCheck, Solved } from '~/server/solve-checks'
import { type Domain, openDomain, refused } from '../../support/domain'
import { addEngine } from '../../support/instances/instance-rows'

let domain: Domain
let engine: number
beforeAll(async () => {
  domain = await openDomain()
  engine = await addEngine(domain.stores.db)
})
afterAll(() => domain.close())
// What one test leaves open is no other test's to sweep.
beforeEach(() => rows('DELETE FROM challenges'))

const rows = async <T extends object>(text: string, ...values: unknown[]): Promise<T[]> =>
  (await domain.stores.db.pool.query<T>(text, values)).rows

const SOLVER = { image: 'solver:1', command: ['/solve'], timeout: 30 }
const work = () => domain.services.solveChecks.work

interface Checked {
  gameId: number
  id: number
}

/** An enabled challenge with a solver and a flag `flag{right}`. */
async function checked(
  type: ChallengeType = 'StaticContainer',
  { game = {}, solver = {}, more = {} }: { game?: Partial<GameInput>; solver?: object; more?: object } = {}
): Promise<Checked> {
  const { services, admin } = domain
  const gameId = await domain.game(game)
  const { id } = await services.challenges.create(admin, gameId, challengeInput.parse({ title: type, type }))
  if (type !== 'DynamicContainer')
    await services.challenges.addFlags(admin, gameId, id, flagsInput.parse([{ flag: 'flag{right}' }]))
  const change = { containerImage: 'x:1', solver: { ...SOLVER, ...solver }, isEnabled: true, ...more }
  await services.challenges.update(admin, gameId, id, challengeUpdate.parse(change))
  return { gameId, id }
}

const start = ({ gameId, id }: Checked) => domain.services.solveChecks.start(domain.admin, gameId, id)
const view = ({ gameId, id }: Checked) => domain.services.solveChecks.of(domain.admin, gameId, id)

/** What an engine's worker does until the instance of an open run is ready. */
let networks = 0
const ready = ({ id }: Checked) =>
  rows(
    `UPDATE instances SET state = 'ready', engine_id = $2, subnet = $3::cidr, container = 'c', ready_at = now()
     WHERE challenge_id = $1 AND kind = 'check' AND state = 'queued' AND desired = 'up'`,
    ...[id, engine, `10.9.${networks++}.0/28`]
  )
const claim = (owner = 'one', slots = 5) => work().claim({ engineId: engine, owner, slots, seconds: 15 })
const said = (text: string, more: Partial<Solved> = {}): Solved => ({
  ...{ exitCode: 0, oomKilled: false, timedOut: false },
  lines: [{ stream: 'stdout', text }],
  ...more
})

/** Carries out the open run of a challenge. */
async function solve(of: Checked, end: Solved): Promise<ClaimedCheck> {
  await ready(of)
  const [found] = await claim()
  await work().solved(found!.id, 'one', end)
  return found!
}

describe('a run', () => {
  it('of one challenge is open only once, however many start it', async () => {
    const one = await checked()
    const ids = await Promise.all(Array.from({ length: 10 }, () => start(one)))
    expect(new Set(ids).size).toBe(1)
    expect(await rows('SELECT FROM instances WHERE challenge_id = $1', one.id)).toHaveLength(1)
    const started = `SELECT FROM audit_events WHERE action = 'solve_check_started' AND target = $1`
    expect(await rows(started, `challenge:${one.id}`)).toHaveLength(1)
  })

  it('is claimed by one of several workers', async () => {
    const one = await checked()
    await start(one)
    expect(await claim()).toEqual([])
    await ready(one)
    const claims = await Promise.all(['a', 'b', 'c', 'd'].map((owner) => claim(owner)))
    expect(claims.flat()).toHaveLength(1)
    expect(claims.flat()[0]).toMatchObject({ challengeId: one.id, service: '', port: 80, image: null })
  })

  it('that a worker lost is tried again with a fresh instance, and three times in all', async () => {
    const one = await checked()
    const id = await start(one)
    const instances = new Set<string>()
    for (const attempt of [1, 2, 3]) {
      await ready(one)
      const [found] = await claim(`worker ${attempt}`)
      instances.add(found!.instance)
      await rows(`UPDATE solve_check_runs SET lease_until = now() - interval '1 s' WHERE id = $1`, id)
      // Any number of processes may sweep at once.
      await Promise.all([work().sweep(), work().sweep(), work().sweep()])
      // Whoever comes back late has nothing to say.
      await work().solved(id, `worker ${attempt}`, said('flag{right}'))
    }
    expect(instances.size).toBe(3)
    const { state, runs } = await view(one)
    expect([state, runs.length]).toEqual(['unknown', 1])
    expect(runs[0]).toMatchObject({ outcome: 'not_run', reason: 'lost' })
    const left = `SELECT FROM instances WHERE challenge_id = $1 AND desired = 'up'`
    expect(await rows(left, one.id)).toEqual([])
  })

  it.each([
    [{ reason: 'crashed' }, { outcome: 'failed', reason: 'instance', detail: 'crashed' }],
    [
      { reason: 'start_failed', error: 'not_ready' },
      { outcome: 'failed', detail: 'not_ready' }
    ],
    [
      { reason: 'start_failed', error: 'image_missing' },
      { outcome: 'not_run', reason: 'image' }
    ],
    [
      { reason: 'start_failed', error: 'engine' },
      { outcome: 'not_run', reason: 'engine' }
    ],
    [{ reason: 'admin' }, { outcome: 'not_run', reason: 'stopped' }]
  ])(
    'whose instance ended with %j is %j',
    async ({ reason, error }: { reason: string; error?: string }, expected) => {
      const one = await checked()
      const id = await start(one)
      await ready(one)
      await claim()
      await rows(
        `UPDATE instances SET desired = 'down', reason = $2, error_code = $3 WHERE challenge_id = $1`,
        ...[one.id, reason, error ?? null]
      )
      // The solver lost its challenge, which says less than why.
      await work().solved(id, 'one', said('no route to host', { exitCode: 1 }))
      await work().sweep()
      const { runs } = await view(one)
      expect(runs.find((run) => run.id === id)).toMatchObject(expected)
    }
  )

  it('that finds no room in time could not run', async () => {
    const one = await checked()
    await start(one)
    await work().sweep()
    expect((await view(one)).runs[0]!.endedAt).toBeNull()
    await rows(
      `UPDATE instances SET requested_at = now() - interval '11 minutes' WHERE challenge_id = $1`,
      one.id
    )
    await work().sweep()
    expect((await view(one)).runs[0]).toMatchObject({ outcome: 'not_run', reason: 'queue' })
  })

  it('needs a solver, an administrator and a challenge of the game', async () => {
    const { services, admin, as } = domain
    const one = await checked()
    const other = await checked()
    const [monitor, player] = [(await domain.users(1, 'Monitor'))[0]!, (await domain.users(1))[0]!]
    const checks = services.solveChecks
    const asMonitor = as(monitor, { role: 'Monitor' })
    await expect(checks.start(asMonitor, one.gameId, one.id)).rejects.toMatchObject({ status: 403 })
    await expect(checks.start(as(null), one.gameId, one.id)).rejects.toMatchObject({ status: 401 })
    await expect(checks.list(as(player), one.gameId)).rejects.toMatchObject({ status: 403 })
    expect(await checks.list(asMonitor, one.gameId)).toMatchObject([{ challengeId: one.id, last: null }])
    await refused(checks.start(admin, other.gameId, one.id), 'challenge.not_found', 404)
    await services.challenges.update(admin, one.gameId, one.id, { solver: null })
    await refused(start(one), 'check.no_solver')
    expect(await rows('SELECT FROM solve_check_runs WHERE challenge_id = $1', one.id)).toEqual([])
    expect(await checks.list(admin, one.gameId)).toEqual([])
  })
})

describe('the verdict', () => {
  const verdicts = async (one: Checked, answers: string[]) => {
    const found: (string | null)[] = []
    for (const answer of answers) {
      await start(one)
      await solve(one, said(answer))
      const { runs } = await view(one)
      found.push(runs.find(({ endedAt }) => endedAt !== null)!.outcome)
      // A second run at once may be open.
      if (runs[0]!.endedAt === null) await solve(one, said(answer))
    }
    return found
  }

  it.each(['StaticAttachment', 'StaticContainer'] as const)('of a %s takes any flag', async (type) => {
    const one = await checked(type)
    const answers = ['  flag{right} ', 'flag{RIGHT}', 'flag{right', '']
    expect(await verdicts(one, answers)).toEqual(['passed', 'failed', 'failed', 'failed'])
  })

  it('of a DynamicContainer takes the flag of this instance only', async () => {
    const one = await checked('DynamicContainer', { more: { flagTemplate: 'flag{[GUID]}' } })
    const flagOf = async () =>
      (
        await rows<{ flag: string }>(
          `SELECT i.test_flag AS flag FROM solve_check_runs r JOIN instances i ON i.id = r.instance_id
           WHERE r.challenge_id = $1 AND r.ended_at IS NULL`,
          one.id
        )
      )[0]!.flag
    await start(one)
    const first = await flagOf()
    await solve(one, said(first))
    await start(one)
    expect(await flagOf()).not.toBe(first)
    await solve(one, said(first))
    const outcomes = (await view(one)).runs.filter(({ endedAt }) => endedAt).map(({ outcome }) => outcome)
    expect(outcomes).toEqual(['failed', 'passed'])
  })

  it('of a DynamicAttachment takes the flag of the first file', async () => {
    const one = await checked('DynamicAttachment')
    await domain.services.challenges.addFlags(
      domain.admin,
      one.gameId,
      one.id,
      flagsInput.parse([{ flag: 'flag{second}' }])
    )
    expect(await verdicts(one, ['flag{second}', 'flag{right}'])).toEqual(['failed', 'passed'])
  })

  it('stores nothing that is scored, and hides flags from those who may not see them', async () => {
    const one = await checked()
    await start(one)
    // Cut in the middle of the flag, its end is no secret that is left over.
    const lines = [`${'x'.repeat(10)}flag{right}${'y'.repeat(16_380)}`, 'flag{right}'].map((text) => ({
      stream: 'stdout' as const,
      text
    }))
    await solve(one, said('', { lines }))
    const stored = await rows<{ output: string; masked: string }>(
      'SELECT output, masked FROM solve_check_runs WHERE challenge_id = $1',
      one.id
    )
    expect(stored[0]!.output.endsWith('\nflag{right}')).toBe(true)
    expect(stored[0]!.masked).not.toMatch(/right|ight\}/)
    for (const table of ['submissions', 'solves', 'team_flags'])
      expect(await rows(`SELECT FROM ${table} WHERE challenge_id = $1`, one.id)).toEqual([])
  })
})

describe('the state', () => {
  /** What a webhook of the game that asks for it gets. */
  const hook = async ({ gameId }: Checked) =>
    rows(
      `INSERT INTO webhooks (id, game_id, name, format, locale, events, host, target, secret, notice_id, ledger_seq)
       VALUES (gen_random_uuid(), $1, 'Chat', 'Discord', 'en-US', '{check_failing,check_passing}', 'x', 'x', 'x', 0, 0)`,
      gameId
    )
  const told = async ({ gameId }: Checked) =>
    (
      await rows<{ event: string }>(
        `SELECT d.event FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id WHERE w.game_id = $1 ORDER BY d.id`,
        gameId
      )
    ).map(({ event }) => event)
  const matters = async ({ gameId }: Checked) => {
    const [monitor] = await domain.users(1, 'Monitor')
    const watch = await domain.services.watching.of(domain.as(monitor!, { role: 'Monitor' }), gameId)
    return watch.matters.filter(({ kind }) => kind === 'check').map(({ about }) => about)
  }

  it('is failing after two failures at once, told once, and red on the night page', async () => {
    const one = await checked()
    await hook(one)
    await start(one)
    await solve(one, said('wrong'))
    const { state, runs } = await view(one)
    expect([state, runs[0]!.cause, runs[0]!.endedAt]).toEqual(['never', 'again', null])
    expect(await told(one)).toEqual([])
    await solve(one, said('wrong'))
    const failing = await view(one)
    expect([failing.state, failing.since]).toEqual(['failing', failing.runs[0]!.requestedAt])
    expect(failing.runs.map(({ outcome }) => outcome)).toEqual(['failed', 'failed'])
    // It is failing already: no further run, and nothing new to tell.
    await start(one)
    await solve(one, said('wrong'))
    expect((await view(one)).runs.every(({ endedAt }) => endedAt !== null)).toBe(true)
    expect((await view(one)).since).toBe(failing.since)
    expect(await told(one)).toEqual(['check_failing'])
    expect(await matters(one)).toEqual(['StaticContainer'])
    const infos = await domain.services.challenges.editList(domain.admin, one.gameId)
    expect(infos[0]!.check).toEqual({ state: 'failing', since: failing.since })

    await start(one)
    await solve(one, said('flag{right}'))
    expect(await told(one)).toEqual(['check_failing', 'check_passing'])
    expect((await view(one)).state).toBe('passing')
  })

  it('is passing again when the second run passes, and nobody is told', async () => {
    const one = await checked()
    await hook(one)
    await start(one)
    await solve(one, said('flag{right}'))
    await start(one)
    await solve(one, said('', { timedOut: true, exitCode: null }))
    await solve(one, said('flag{right}'))
    expect((await view(one)).state).toBe('passing')
    expect(await told(one)).toEqual([])
  })

  it('tells the engine’s faults from those of the challenge', async () => {
    const one = await checked()
    await rows(`UPDATE engines SET state = 'down'`)
    try {
      await start(one)
      await work().sweep()
    } finally {
      await rows(`UPDATE engines SET state = 'up'`)
    }
    const { state, runs } = await view(one)
    expect([state, runs.length]).toEqual(['unknown', 1])
    expect(runs[0]).toMatchObject({ outcome: 'not_run', reason: 'engine', detail: 'engine_away' })
    expect(await matters(one)).toEqual([])
  })
})

describe('the schedule', () => {
  const upkeep = () => domain.services.solveChecks.upkeep()
  /** As if the next check were due. */
  const due = ({ id }: Checked) =>
    rows(`UPDATE solve_checks SET next_at = now() - interval '1 s' WHERE challenge_id = $1`, id)
  const next = async ({ id }: Checked) =>
    (
      await rows<{ minutes: number }>(
        'SELECT (extract(epoch FROM next_at - now()) / 60)::float8 AS minutes FROM solve_checks WHERE challenge_id = $1',
        id
      )
    )[0]?.minutes
  const runsOf = async (one: Checked) => (await view(one)).runs.length
  const inHours = (start: number, end: number) => ({
    start: new Date(Date.now() + start * HOUR_MS),
    end: new Date(Date.now() + end * HOUR_MS)
  })

  it('begins a check once however many processes look, and draws the next time', async () => {
    const one = await checked('StaticContainer', { solver: { every: 60 } })
    await upkeep()
    expect(await runsOf(one)).toBe(0)
    expect(await next(one)).toBeLessThanOrEqual(30)
    await due(one)
    await Promise.all([upkeep(), upkeep(), upkeep()])
    expect(await runsOf(one)).toBe(1)
    const minutes = (await next(one))!
    expect(minutes).toBeGreaterThan(53.9)
    expect(minutes).toBeLessThan(66.1)
    // One that is open stands for the next.
    await due(one)
    await upkeep()
    expect(await runsOf(one)).toBe(1)
    // A shorter schedule does not wait for the time of the longer one.
    await domain.services.challenges.update(domain.admin, one.gameId, one.id, {
      solver: challengeUpdate.parse({ solver: { ...SOLVER, every: 5 } }).solver
    })
    await upkeep()
    expect(await next(one)).toBeLessThanOrEqual(5)
  })

  it.each([
    ['within the hour before the start', inHours(0.9, 2), {}, 1],
    ['earlier', inHours(1.1, 2), {}, 0],
    ['after the end', inHours(-2, -0.01), {}, 0],
    ['without a schedule', inHours(-1, 1), { solver: { ...SOLVER, every: null } }, 0],
    ['when it is disabled', inHours(-1, 1), { isEnabled: false }, 0]
  ])('%s', async (_, game, more, runs) => {
    const one = await checked('StaticContainer', { game, solver: { every: 5 }, more })
    await rows('INSERT INTO solve_checks (challenge_id) VALUES ($1) ON CONFLICT DO NOTHING', one.id)
    await due(one)
    await upkeep()
    expect(await runsOf(one)).toBe(runs)
  })

  it('says of a challenge that is not set up that it could not run', async () => {
    const one = await checked('StaticContainer', { solver: { every: 5 } })
    await rows(`UPDATE challenges SET container_image = '' WHERE id = $1`, one.id)
    await upkeep()
    await due(one)
    await upkeep()
    expect((await view(one)).runs).toMatchObject([
      { outcome: 'not_run', reason: 'config', cause: 'schedule' }
    ])
  })
})

describe('a solver', () => {
  it('is in histories and comes back from the trash with its runs', async () => {
    const { services, admin } = domain
    const one = await checked()
    await start(one)
    await solve(one, said('flag{right}'))
    await services.challenges.update(admin, one.gameId, one.id, { solver: null })
    const { data } = await services.challenges.versions(admin, one.gameId, one.id, { count: 2, skip: 0 })
    expect(data[0]!.changed).toEqual(['solver'])
    await services.challenges.restoreVersion(admin, one.gameId, one.id, data[1]!.number)
    expect((await services.challenges.editOne(admin, one.gameId, one.id)).solver).toMatchObject(SOLVER)
    await services.challenges.remove(admin, one.gameId, one.id)
    const [kept] = await rows<{ id: number }>(
      `SELECT id FROM trash WHERE kind = 'challenge' AND target_id = $1`,
      one.id
    )
    await services.trash.restore(admin, kept!.id)
    expect((await services.challenges.editOne(admin, one.gameId, one.id)).solver).toMatchObject(SOLVER)
    expect(await view(one)).toMatchObject({ state: 'passing', runs: [{ outcome: 'passed' }] })
  })

  it.each([
    [{ image: ' ' }, 'image'],
    [{ image: 'x', timeout: 301 }, 'timeout'],
    [{ image: 'x', every: 4 }, 'every'],
    [{ image: 'x', environment: { 'a b': 'c' } }, 'environment'],
    [{ image: 'x', shell: 'sh' }, 'solver']
  ])('%j is refused', (solver, field) => {
    const { error } = challengeUpdate.safeParse({ solver })
    expect(error?.issues[0]?.path).toContain(field)
  })

  it('has its image pulled by every engine', async () => {
    await checked('StaticAttachment', { solver: { image: 'solver:new' } })
    expect(await rows(`SELECT FROM images WHERE reference = 'solver:new'`)).toHaveLength(1)
  })
})
