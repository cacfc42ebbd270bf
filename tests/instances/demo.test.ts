import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keepLogBook } from '~/scripts/event/demo/log-book'
import { ENGINE, openWorkerDomain, type WorkerDomain } from '../support/instances/instances'
import { until } from '../support/until'

/** Answers the three questions of the demo challenge; gives all that it said. */
function talk(entry: string): Promise<string> {
  const [host = '', port] = entry.split(':')
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port: Number(port) })
    const answers = [
      (said: string) => (said.includes('Who is she? ') ? 'Halyard' : null),
      (said: string) => {
        const [, knots, hours] = /makes (\d+) knots for (\d+) hours[^?]*\? /.exec(said) ?? []
        return knots && hours ? String(Number(knots) * Number(hours)) : null
      },
      (said: string) => (said.includes('Which letter does she hoist? ') ? 'Oscar' : null)
    ]
    let said = ''
    socket.on('data', (chunk: Buffer) => {
      said += chunk
      const answer = answers[0]?.(said)
      if (answer == null) return
      answers.shift()
      socket.write(`${answer}\n`)
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(said))
  })
}

describe.skipIf(!ENGINE)('the demo’s challenge with instances', () => {
  let workerDomain: WorkerDomain
  const over = new AbortController()
  beforeAll(async () => {
    workerDomain = await openWorkerDomain()
  })
  afterAll(async () => {
    over.abort()
    await workerDomain?.close()
  })

  it('the demo challenge is set up on the engine, started by a team, and can be solved', async () => {
    const { services, stores } = workerDomain
    const { pool } = stores.db
    const gameId = await workerDomain.game()
    const [crew, guests] = [await workerDomain.addTeam(gameId), await workerDomain.addTeam(gameId)]
    const game = {
      ...{ gameId, end: new Date(), challenges: [], solved: new Set<string>() },
      captains: [undefined, workerDomain.as(crew.members[0]!).actor!]
    }
    const kept = keepLogBook({ services, db: stores.db, game, signal: over.signal })
    const states = async (participation: number) =>
      (
        await pool.query<{ state: string; reason: string | null }>(
          'SELECT state, reason FROM instances WHERE participation_id = $1',
          [participation]
        )
      ).rows
    await until(async () => (await states(crew.participationId))[0]?.state === 'ready')

    const [box] = await services.challenges.editList(workerDomain.admin, gameId)
    expect(box).toMatchObject({ title: 'The Log Book', type: 'DynamicContainer', isEnabled: true })
    const player = workerDomain.as(guests.members[0]!)
    const { entry } = await services.instances.create(player, gameId, box!.id)
    const said = await talk(entry!)
    const flag = /The log book says:\n(flag\{any_port_in_a_storm_[0-9a-f]{12}\})\n/.exec(said)?.[1]
    expect(flag).toBeDefined()
    const { rows } = await pool.query<{ flag: string }>(
      `SELECT flag FROM team_flags
       WHERE participation_id = $1 AND challenge_id = $2`,
      [guests.participationId, box!.id]
    )
    expect(rows).toEqual([{ flag }])

    // Whoever is there leaves when the demo ends; what is asked of an instance within ten seconds is refused.
    await pool.query(`UPDATE instances SET operated_at = now() - interval '1 minute'`)
    over.abort()
    await kept
    expect(await states(crew.participationId)).toEqual([{ state: 'ended', reason: 'player' }])
  })
})
