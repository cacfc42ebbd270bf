import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { checkSolves } from '~/jobs/check-solves'
import { CHECK_POINTS, type FaultPoint } from '~/jobs/instances/fault-point'
import { createRunner, type Runner } from '~/jobs/runner'
import type { Solver } from '~/server/challenges/solver/contract'
import { createI18n } from '~/server/platform/i18n'
import type { CheckRun } from '~/server/solve-checks/contract'
import { containersWith } from '../support/instances/engine'
import {
  ENGINE,
  IMAGE,
  type InstanceDomain,
  type Jobs,
  openInstanceDomain,
  openWorkerDomain,
  openWorkers,
  settledCleanly,
  startJobs,
  testedEngine,
  type WorkerDomain
} from '../support/instances/instances'
import { until } from '../support/until'

/** Prints what the challenge's web server answers, which is its flag. */
const ASKS = `printf 'GET / HTTP/1.0\\r\\n\\r\\n' | nc -w 3 $HOST $PORT | tail -n 1`
/** A service that says the team's flag. */
const COMPOSE = `services:
  web:
    image: ${IMAGE}
    command: ["/bin/sh", "-c", "echo $$FLAG > /tmp/index.html; exec httpd -f -p 80 -h /tmp"]
    environment: { FLAG: "\${HALYARD_FLAG}" }
    mem_limit: 32m
  db:
    image: ${IMAGE}
    mem_limit: 32m
`

const shell = (script: string, more: Partial<Solver> = {}): Partial<Solver> => ({
  ...{ image: IMAGE, command: ['/bin/sh', '-c', script], environment: {}, timeout: 20 },
  ...{ every: null, memoryLimit: 32, egress: 'none', ...more }
})

/** The checks of a domain, driven as its jobs process would. */
function checksOf({ services, admin, rows }: Pick<InstanceDomain, 'services' | 'admin' | 'rows'>) {
  const view = (game: number, challenge: number) => services.solveChecks.of(admin, game, challenge)
  /** Resolves with the run, once neither it nor another of its challenge is open. */
  const ended = async (game: number, challenge: number): Promise<CheckRun[]> => {
    await until(async () => (await view(game, challenge)).runs.every((run) => run.endedAt !== null))
    return (await view(game, challenge)).runs
  }
  return {
    view,
    ended,
    /** Starts a check, and returns its challenge's runs when all have ended, newest first. */
    async check(game: number, challenge: number) {
      await services.solveChecks.start({ ...admin, now: new Date() }, game, challenge)
      return ended(game, challenge)
    },
    scored: async (challenge: number) =>
      (
        await rows<{ n: number }>(
          `SELECT (SELECT count(*) FROM submissions WHERE challenge_id = $1)::int
             + (SELECT count(*) FROM solves WHERE challenge_id = $1)::int
             + (SELECT count(*) FROM score_events WHERE challenge_id = $1 AND kind = 'solve')::int AS n`,
          [challenge]
        )
      )[0]!.n
  }
}

describe.skipIf(!ENGINE)('solve checks', () => {
  let domain: WorkerDomain
  let runner: Runner
  let game: number
  let checks: ReturnType<typeof checksOf>
  beforeAll(async () => {
    domain = await openWorkerDomain()
    const { services, stores } = domain
    runner = createRunner({ services, redis: stores.redis, translator: createI18n(), log: stores.log })
    await runner.start([checkSolves])
    game = await domain.game()
    checks = checksOf(domain)
  })
  afterAll(async () => {
    await runner?.stop()
    await domain?.close()
  })

  const staticChallenge = async (solver: Partial<Solver>, flag = 'ready') => {
    const id = await domain.challenge(game, { solver }, 'StaticContainer')
    await domain.services.challenges.addFlags(domain.admin, game, id, [{ flag, attachmentType: 'None' }])
    return id
  }

  it('a solver that reaches the instance and prints its flag passes, and nothing is scored', async () => {
    const id = await staticChallenge(shell(`echo working >&2; ${ASKS}; echo done >&2`))
    expect(await checks.view(game, id)).toMatchObject({ state: 'never', since: null, runs: [] })
    const [run] = await checks.check(game, id)
    expect(run).toMatchObject({ outcome: 'passed', reason: null, exitCode: 0, cause: 'hand' })
    // The engine reads the two streams apart.
    expect(run!.output.split('\n').sort()).toEqual(['done', 'ready', 'working'])
    expect(run!.duration).toBeGreaterThan(0)
    expect(await checks.view(game, id)).toMatchObject({ state: 'passing', since: expect.any(String) })
    expect(await checks.scored(id)).toBe(0)
    await settledCleanly(domain)
  })

  it('each instance has a flag of its own, which several containers may hold', async () => {
    const id = await domain.challenge(game, {
      containerCompose: COMPOSE,
      containerOptions: { entry: { service: 'web' } },
      flagTemplate: 'flag{[GUID]}',
      solver: shell(ASKS)
    })
    const [first] = await checks.check(game, id)
    expect(first).toMatchObject({ outcome: 'passed' })
    expect(first!.output).toMatch(/^flag\{[0-9a-f-]{36}\}$/)
    // A monitor sees what happened, and not the flag.
    const [monitor] = await domain.users(1, 'Monitor')
    const theirs = await domain.services.solveChecks.of(domain.as(monitor!, { role: 'Monitor' }), game, id)
    expect(theirs.runs[0]!.output).toBe('••••••')
    const [player] = await domain.users(1)
    await expect(domain.services.solveChecks.of(domain.as(player!), game, id)).rejects.toThrow()
    // A flag of another instance does not count.
    await domain.services.challenges.update(domain.admin, game, id, {
      solver: shell(`echo '${first!.output}'`) as Solver
    })
    const runs = await checks.check(game, id)
    expect(runs.map(({ outcome, reason, cause }) => [outcome, reason, cause])).toEqual([
      ['failed', 'wrong_flag', 'again'],
      ['failed', 'wrong_flag', 'hand'],
      ['passed', null, 'hand']
    ])
    const { state, since } = await checks.view(game, id)
    expect([state, since]).toEqual(['failing', runs[0]!.requestedAt])
    expect(await checks.scored(id)).toBe(0)
  })

  it.each([
    ['no_flag', shell('echo only a log >&2'), { exitCode: 0, output: 'only a log' }],
    ['crashed', shell('echo half an answer; exit 3'), { exitCode: 3, output: 'half an answer' }],
    ['timeout', shell('echo begun; sleep 60', { timeout: 1 }), { exitCode: null, output: 'begun' }],
    ['command', shell('', { command: ['/bin/nothing'] }), { exitCode: null }]
  ] as const)(
    'a solver that ends with %s fails only after a second run at once',
    async (reason, solver, told) => {
      const id = await staticChallenge(solver)
      const runs = await checks.check(game, id)
      expect(runs.map(({ cause }) => cause)).toEqual(['again', 'hand'])
      for (const run of runs) expect(run).toMatchObject({ outcome: 'failed', reason, ...told })
      expect(await checks.view(game, id)).toMatchObject({ state: 'failing' })
      await settledCleanly(domain)
    }
  )

  it('a hiccup alarms nobody, and a mended challenge is passing again', async () => {
    const id = await staticChallenge(shell('sleep 2; echo flag{late}'))
    await domain.services.solveChecks.start(domain.admin, game, id)
    await until(async () => (await checks.view(game, id)).runs.length === 2)
    expect(await checks.view(game, id)).toMatchObject({ state: 'never' })
    // Before the second solver has slept.
    await domain.services.challenges.addFlags(domain.admin, game, id, [
      { flag: 'flag{late}', attachmentType: 'None' }
    ])
    const runs = await checks.ended(game, id)
    expect(runs.map(({ outcome }) => outcome)).toEqual(['passed', 'failed'])
    expect(await checks.view(game, id)).toMatchObject({ state: 'passing' })
  })

  it('a challenge whose instance does not come up fails, however good its solver is', async () => {
    const id = await domain.challenge(
      game,
      {
        solver: shell('echo flag{static}'),
        containerOptions: { readiness: 'log', readinessTarget: 'never said', startTimeout: 5 }
      },
      'StaticContainer'
    )
    const [run] = await checks.check(game, id)
    expect(run).toMatchObject({ outcome: 'failed', reason: 'instance', detail: 'not_ready', startedAt: null })
    expect(await checks.view(game, id)).toMatchObject({ state: 'failing' })
  })

  it('a challenge without a container is solved alone, with no way out', async () => {
    const { id } = await domain.services.challenges.create(domain.admin, game, {
      title: 'Paper',
      category: 'Misc',
      type: 'StaticAttachment'
    })
    await domain.services.challenges.addFlags(domain.admin, game, id, [
      { flag: 'flag{paper}', attachmentType: 'None' }
    ])
    const script =
      'echo "$FILE_URL $WORD $HOST"; nc -w 2 1.1.1.1 53 < /dev/null && echo out; echo flag{paper}'
    await domain.rows(
      `INSERT INTO attachments (challenge_id, type, remote_url) VALUES ($1, 'Remote', 'https://files.example.org/a.zip')`,
      [id]
    )
    await domain.services.challenges.update(domain.admin, game, id, {
      solver: shell(script, { environment: { WORD: 'given' } }) as Solver
    })
    const [run] = await checks.check(game, id)
    expect(run).toMatchObject({ outcome: 'passed' })
    expect(run!.output.split('\n').sort()).toEqual([
      'flag{paper}',
      'https://files.example.org/a.zip given ',
      expect.stringContaining('1.1.1.1')
    ])
    await settledCleanly(domain)
  })

  it('output is cut to its end, and what terminals act on is taken out', async () => {
    const script = `printf '\\033[31mred\\033[0m\\n'; yes 0123456789abcde | head -n 3000; echo '<b>ready</b>'; echo ready`
    const [run] = await checks.check(game, await staticChallenge(shell(script)))
    expect(run).toMatchObject({ outcome: 'passed' })
    expect(Buffer.byteLength(run!.output)).toBeLessThanOrEqual(16_384)
    expect(run!.output).not.toContain('\u001b')
    expect(run!.output.endsWith('<b>ready</b>\nready')).toBe(true)
  })

  it('two processes at one engine run a check once, and at most two checks at a time', async () => {
    const second = await openWorkers(domain)
    try {
      const ids = []
      for (let n = 0; n < 5; n++) ids.push(await staticChallenge(shell(`sleep 1; ${ASKS}`)))
      let most = 0
      const solvers = async () =>
        (await containersWith('halyard.instance')).filter(({ Names }) => Names[0]!.endsWith('-solver')).length
      for (const id of ids) {
        await domain.services.solveChecks.start(domain.admin, game, id)
        // Asked for again while it is open, it is the same.
        await domain.services.solveChecks.start(domain.admin, game, id)
      }
      await until(async () => {
        most = Math.max(most, await solvers())
        const open = await domain.rows('SELECT FROM solve_check_runs WHERE ended_at IS NULL')
        return open.length === 0
      })
      expect(most).toBeGreaterThan(0)
      expect(most).toBeLessThanOrEqual(2)
      for (const id of ids) {
        const { runs } = await checks.view(game, id)
        expect(runs.map(({ outcome }) => outcome)).toEqual(['passed'])
      }
      const instances = await domain.rows(
        `SELECT challenge_id FROM instances WHERE kind = 'check' AND challenge_id = ANY($1)`,
        [ids]
      )
      expect(instances).toHaveLength(5)
    } finally {
      await second.close()
    }
  })

  it('only the last twenty runs of a challenge are kept', async () => {
    const id = await staticChallenge(shell(ASKS))
    await domain.rows(
      `INSERT INTO solve_check_runs (id, challenge_id, cause, requested_at, ended_at, outcome)
       SELECT gen_random_uuid(), $1, 'schedule', now() - n * interval '1 minute', now(), 'passed' FROM generate_series(1, 30) n`,
      [id]
    )
    const runs = await checks.check(game, id)
    expect(runs).toHaveLength(20)
    expect(runs[0]).toMatchObject({ cause: 'hand', outcome: 'passed' })
  })
})

describe.skipIf(!ENGINE)('a solve check whose jobs process or engine is gone', () => {
  let domain: InstanceDomain
  let checks: ReturnType<typeof checksOf>
  let game: number
  let jobs: Jobs | null = null
  beforeAll(async () => {
    domain = await openInstanceDomain()
    checks = checksOf(domain)
    game = await domain.game()
  })
  afterAll(async () => {
    await jobs?.kill()
    await domain?.close()
  })
  afterEach(async () => {
    await jobs?.stop()
    jobs = null
  })
  const begin = async (point: FaultPoint | null, more: Record<string, string> = {}) => {
    jobs = await startJobs(domain, { ...more, ...(point && { HALYARD_FAULT_POINT: point }) })
    if (!more.DOCKER_HOST) await testedEngine(domain)
  }

  it.each(CHECK_POINTS)(
    'killed at %s, another process checks again, with a fresh instance',
    async (point) => {
      await begin(point)
      const id = await domain.challenge(game, { solver: shell('echo flag{static}') }, 'StaticContainer')
      await domain.services.solveChecks.start(domain.admin, game, id)
      expect(await jobs!.died).toBe('SIGKILL')
      await domain.rows('UPDATE solve_check_runs SET lease_until = now() WHERE lease_until IS NOT NULL')
      await begin(null)
      const runs = await checks.ended(game, id)
      expect(runs.map(({ outcome }) => outcome)).toEqual(['passed'])
      const [row] = await domain.rows<{ attempts: number }>(
        'SELECT attempts FROM solve_check_runs WHERE id = $1',
        [runs[0]!.id]
      )
      expect(row!.attempts).toBe(2)
      await settledCleanly(domain)
    }
  )

  it('without an engine a check could not run, which is no failure of the challenge', async () => {
    await domain.rows('DELETE FROM engines')
    await begin(null, { DOCKER_HOST: 'none' })
    const id = await domain.challenge(game, { solver: shell('echo flag{static}') }, 'StaticContainer')
    const [run, ...others] = await checks.check(game, id)
    expect(run).toMatchObject({ outcome: 'not_run', reason: 'engine', detail: 'no_engine', startedAt: null })
    expect(others).toEqual([])
    expect(await checks.view(game, id)).toMatchObject({ state: 'unknown' })
  })
})
