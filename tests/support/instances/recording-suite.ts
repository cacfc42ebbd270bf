import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { createRecorder, type Recorder, type Tap } from '~/server/captures'
import type { CaptureLimits } from '~/server/captures/limits'
import { createLog } from '~/server/platform/log'
import { type Domain, openDomain } from '../domain'
import { type PlayedGame, playGame, sessionOf } from '../fixtures'
import { until } from '../until'
import { captureFolder } from './captures'
import { addEngine, addInstance } from './instance-rows'
import { readCapture } from './pcap'

export const KIB = 1024
export const CLIENT = { address: '203.0.113.9', port: 40_001 }
export const SERVICE = { address: '10.213.0.2', port: 1337 }

export interface Stage {
  game: PlayedGame
  instance: string
  ticket: string
  folder: string
}

/** Recorders of captures and their connections, for all tests of a file. */
export function openRecordingSuite() {
  let domain: Domain
  let engine: number
  beforeAll(async () => {
    domain = await openDomain()
    engine = await addEngine(domain.stores.db)
  })
  afterAll(() => domain?.close())

  const recorders: Recorder[] = []
  const taps: Tap[] = []
  afterEach(async () => {
    for (const tap of taps.splice(0)) tap.close()
    for (const recorder of recorders.splice(0)) await recorder.close()
  })

  const sql = (text: string, values: unknown[] = []) => domain.stores.db.pool.query(text, values)

  function recording(limits: Partial<CaptureLimits> = {}) {
    const warnings: Record<string, unknown>[] = []
    const log = createLog('test', 'silent', (line) => void warnings.push(JSON.parse(line)))
    // Independent of the disk of this machine.
    const recorder = createRecorder({
      ...{ db: domain.stores.db, log, data: domain.data },
      ...{ limits: { floor: 0, ...limits }, renewEvery: 30 }
    })
    recorders.push(recorder)
    return { recorder, told: warnings }
  }

  /** A running recorded instance, and its first member's ticket. */
  async function stage(plan: Parameters<typeof playGame>[1] = {}, capture = true): Promise<Stage> {
    const { db } = domain.stores
    const game = await playGame(db, { teams: 1, challenges: 1, ...plan })
    const [team, challenge] = [game.teams[0]!, game.challenges[0]!]
    await sql('UPDATE challenges SET traffic_capture = $2 WHERE id = $1', [challenge.id, capture])
    const instance = await addInstance(db, game, { state: 'ready', engine })
    const place = { gameId: game.id, challengeId: challenge.id, participationId: team.participationId }
    return {
      game,
      instance,
      ticket: await ticketOf(instance, team.members[0]),
      folder: captureFolder(domain.data, place)
    }
  }

  async function ticketOf(instance: string, member: { id: string; name: string }): Promise<string> {
    await sessionOf(domain, member)
    const { rows } = await sql(
      `INSERT INTO instance_tickets (instance_id, user_id, session_id)
     SELECT $1, user_id, id FROM sessions WHERE user_id = $2 LIMIT 1 RETURNING id`,
      [instance, member.id]
    )
    return rows[0].id as string
  }

  async function connect(recorder: Recorder, { ticket }: Stage, from = CLIENT): Promise<Tap> {
    const start = await recorder.plan(ticket)
    const tap = start!(randomUUID(), from, SERVICE)
    taps.push(tap)
    return tap
  }

  const rowsOf = async ({ instance }: Stage) =>
    (
      await sql(
        `SELECT file, bytes, dropped, charged, closed_at AS closed, address, user_id AS "user"
       FROM captures WHERE instance_id = $1 ORDER BY id`,
        [instance]
      )
    ).rows
  const closed = (on: Stage, count = 1) =>
    until(async () => {
      const rows = await rowsOf(on)
      return rows.length >= count && rows.every((row) => row.closed) && rows
    })
  const read = (on: Stage, file: string, whole = true) =>
    readCapture(readFileSync(join(on.folder, file)), whole)

  return {
    sql,
    recording,
    stage,
    ticketOf,
    connect,
    rowsOf,
    closed,
    read,
    get domain() {
      return domain
    },
    get engine() {
      return engine
    }
  }
}
