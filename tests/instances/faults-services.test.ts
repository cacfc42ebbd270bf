import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { execute, imageOf, removeImage } from '../support/instances/engine'
import {
  containers,
  ENGINE,
  openWorkerDomain,
  settledCleanly,
  type WorkerDomain
} from '../support/instances/instances'
import { until } from '../support/until'

const SERVE = 'exec httpd -f -p 80 -h /www'
const shell = (script: string) => ['/bin/sh', '-c', script]

/** Answers 500 until /tmp/ok is there. */
const SHY_PAGE = `#!/bin/sh
[ -e /tmp/ok ] && status='200 OK' || status='500 Not yet'
printf 'Status: %s\\r\\nContent-Length: 0\\r\\n\\r\\n' "$status"
`

describe.skipIf(!ENGINE)('services that misbehave', () => {
  let workerDomain: WorkerDomain
  let game: number
  const images: string[] = []
  beforeAll(async () => {
    workerDomain = await openWorkerDomain()
    game = await workerDomain.game({ containerCountLimit: 0 })
  })
  afterAll(async () => {
    await workerDomain?.close()
    for (const image of images) await removeImage(image)
  })
  afterEach(() => settledCleanly(workerDomain))

  const image = async (options: Parameters<typeof imageOf>[1]) => {
    const reference = await imageOf(`local/faults-services:${images.length}`, options)
    images.push(reference)
    return reference
  }

  /** Asks for an instance of an image. */
  async function ask(made: Parameters<typeof imageOf>[1], containerOptions: object = {}) {
    const challenge = await workerDomain.challenge(game, {
      containerImage: await image(made),
      containerOptions
    })
    const { members } = await workerDomain.addTeam(game)
    const id = await workerDomain.services.instances.request(workerDomain.as(members[0]!), game, challenge)
    return {
      id,
      view: () => workerDomain.services.instances.view(workerDomain.as(members[0]!), game, challenge),
      details: () => workerDomain.services.instances.one(workerDomain.admin, id),
      container: async () => (await containers('halyard.instance', workerDomain, id))[0]!.slice(1),
      flag: async () =>
        (
          await workerDomain.rows<{ flag: string }>('SELECT flag FROM team_flags WHERE challenge_id = $1', [
            challenge
          ])
        )[0]!.flag
    }
  }
  type Asked = Awaited<ReturnType<typeof ask>>
  const reaches = (asked: Asked, state: string) =>
    expect.poll(async () => (await asked.view()).state).toBe(state)
  /** Seconds from the container's start until the address was shown. */
  const tookOf = async ({ id }: Asked) =>
    (
      await workerDomain.rows<{ took: number }>(
        `SELECT extract(epoch FROM i.ready_at - e.at)::float8 AS took FROM instances i
         JOIN instance_events e ON e.instance_id = i.id AND e.event = 'created' WHERE i.id = $1`,
        [id]
      )
    )[0]!.took

  it('a service is ready when its port is open, not before', async () => {
    const asked = await ask({ cmd: shell(`sleep 2; ${SERVE}`) })
    await until(async () => (await asked.view()).state === 'starting')
    expect((await asked.view()).entry).toBeNull()
    await reaches(asked, 'ready')
    expect(await tookOf(asked)).toBeGreaterThan(1.2)
    const { entry } = await asked.view()
    expect(await (await fetch(`http://${entry}/`)).text()).toBe('ready\n')
  })

  it('a service is ready when it no longer answers with 500', async () => {
    const asked = await ask(
      {
        cmd: shell(`(sleep 2; touch /tmp/ok) & ${SERVE}`),
        files: { '/www/cgi-bin/health': SHY_PAGE }
      },
      { readiness: 'http', readinessTarget: '/cgi-bin/health' }
    )
    await reaches(asked, 'ready')
    expect(await tookOf(asked)).toBeGreaterThan(1.2)
  })

  it('a service is ready when its log says so', async () => {
    const asked = await ask(
      { cmd: shell(`sleep 1; echo 'now accepting boats'; ${SERVE}`) },
      { readiness: 'log', readinessTarget: 'accepting boats' }
    )
    await reaches(asked, 'ready')
    expect(await tookOf(asked)).toBeGreaterThan(0.5)
  })

  it('a service is ready when it is healthy, and later changes of its health are pushed', async () => {
    const asked = await ask(
      { cmd: shell(`(sleep 1; touch /tmp/ok) & ${SERVE}`), healthcheck: 'test -e /tmp/ok' },
      { readiness: 'health' }
    )
    await reaches(asked, 'ready')
    const container = await asked.container()
    await execute(container, ['/bin/rm', '/tmp/ok'])
    await reaches(asked, 'unhealthy')
    expect((await asked.view()).entry).toBeNull()
    await execute(container, ['/bin/touch', '/tmp/ok'])
    await reaches(asked, 'ready')
    const events = async () => (await asked.details()).events.map(({ event }) => event)
    await expect.poll(async () => (await events()).slice(0, 3)).toEqual(['ready', 'unhealthy', 'ready'])
    // As after an event that nobody heard: the next comparison puts it right, either way.
    const missed = (state: string) =>
      workerDomain.rows('UPDATE instances SET state = $2 WHERE id = $1', [asked.id, state])
    await missed('unhealthy')
    await reaches(asked, 'ready')
    await execute(container, ['/bin/rm', '/tmp/ok'])
    await reaches(asked, 'unhealthy')
    await missed('ready')
    await reaches(asked, 'unhealthy')
  })

  it('the start of a service that never answers fails at its timeout', async () => {
    const asked = await ask({ cmd: ['/bin/sleep', '1000'] }, { startTimeout: 5 })
    await reaches(asked, 'failed')
    expect(await asked.view()).toMatchObject({
      error: 'not_ready',
      reason: 'start_failed',
      entry: null,
      inUse: 0
    })
    const { detail, events } = await asked.details()
    expect(detail).toBe('no answer on port 80 within 5 s')
    expect(events.filter(({ event }) => event === 'attempt_failed')).toHaveLength(1)
  })

  it('the start of a service with an unknown command fails', async () => {
    const asked = await ask({ cmd: ['/bin/no-such-program'] })
    await reaches(asked, 'failed')
    expect(await asked.view()).toMatchObject({ error: 'command', reason: 'start_failed', inUse: 0 })
    expect((await asked.details()).detail).toContain('no-such-program')
  })

  it('a team that has lost its flag gets no instance that it could not solve', async () => {
    const asked = await ask({ cmd: shell(SERVE) })
    await reaches(asked, 'ready')
    await workerDomain.rows(
      'DELETE FROM team_flags o USING instances i WHERE i.id = $1 AND o.challenge_id = i.challenge_id',
      [asked.id]
    )
    // As after the loss of its worker: it is started anew.
    await workerDomain.rows(
      `UPDATE instances SET state = 'queued', generation = generation + 1, ready_at = NULL, expires_at = NULL, next_at = now()
       WHERE id = $1`,
      [asked.id]
    )
    await reaches(asked, 'failed')
    expect(await asked.view()).toMatchObject({ error: 'flag_missing', reason: 'start_failed', inUse: 0 })
  })

  it('the output of a service that exits at once is kept, without the flag', async () => {
    const asked = await ask({ cmd: shell('echo "cannot bind, flag $FLAG"; exit 3') })
    await reaches(asked, 'failed')
    expect(await asked.view()).toMatchObject({ error: 'exited', reason: 'start_failed', inUse: 0 })
    const { exitCode, lastLog } = await asked.details()
    expect([exitCode, lastLog]).toEqual([3, 'cannot bind, flag ••••••'])
    expect(JSON.stringify(await asked.details())).not.toContain(await asked.flag())
  })

  it('a service that exits is reported within two seconds, to staff with its last output', async () => {
    const asked = await ask({
      cmd: shell(
        'httpd -p 80 -h /www; while [ ! -e /tmp/stop ]; do sleep 0.1; done; echo "lost $FLAG at sea" >&2; exit 7'
      )
    })
    await reaches(asked, 'ready')
    await execute(await asked.container(), ['/bin/touch', '/tmp/stop'])
    const from = Date.now()
    await until(async () => (await asked.view()).reason === 'crashed')
    const took = Date.now() - from
    await reaches(asked, 'ended')
    expect(took).toBeLessThan(2000)
    expect(await asked.view()).toMatchObject({ reason: 'crashed', entry: null, inUse: 0 })
    const { exitCode, lastLog } = await asked.details()
    expect([exitCode, lastLog]).toEqual([7, 'lost •••••• at sea'])
    const events = await workerDomain.services.monitoring.events(
      workerDomain.admin,
      game,
      { hideContainer: false, search: '' },
      { count: 1, skip: 0 }
    )
    expect(events[0]).toMatchObject({ type: 'ContainerDestroy' })
    expect(events[0]!.values.at(-1)).toBe('crashed')
  })

  it('a service that exits as it becomes ready is not taken for running', async () => {
    const asked = await ask({ cmd: shell('httpd -p 80 -h /www; sleep 0.3; exit 5') })
    await until(async () => /^(ended|failed)$/.test((await asked.view()).state), 10_000)
    expect((await asked.details()).exitCode).toBe(5)
  })
})
