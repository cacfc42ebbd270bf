import { afterAll, beforeAll } from 'vitest'
import { judge } from '~/scoring/judge'
import type { Ctx } from '~/server/access/contract'
import { lockLedger } from '~/server/ledger'
import { recordEvents } from '~/server/monitoring'
import type { EventFilter, SubmissionFilter } from '~/server/monitoring/contract'
import { type Domain, openDomain } from '../domain'
import { type PlayedGame, playGame, sendFlags } from '../fixtures'

export const ALL: SubmissionFilter = { search: '' }
export const EVERY: EventFilter = { hideContainer: false, search: '' }
export const FIRST = { count: 100, skip: 0 }

/** A monitor and judged games, for all tests of a file. */
export function openMonitoringSuite() {
  let domain: Domain
  let monitor: Ctx
  beforeAll(async () => {
    domain = await openDomain()
    monitor = domain.as((await domain.users(1, 'Monitor'))[0]!, { role: 'Monitor' })
  })
  afterAll(() => domain?.close())

  const judged = async (game: PlayedGame) => {
    while ((await judge(domain.stores.db, game.id)).rows.length > 0);
  }
  const store = (
    game: PlayedGame,
    type: 'Normal' | 'ContainerStart' | 'CheatDetected',
    values: string[],
    at: Date
  ) =>
    domain.stores.db.transaction(async (sql) => {
      await lockLedger(sql, game.id)
      const { participationId, members } = game.teams[0]!
      await recordEvents(sql, game.id, [{ type, values, at, userId: members[0].id, participationId }])
    })

  /** Right and wrong answers of two teams a second apart, all judged except the last one. */
  async function played() {
    const game = await playGame(domain.stores.db, { teams: 2, challenges: 2 })
    const [one, two] = game.teams as [PlayedGame['teams'][0], PlayedGame['teams'][0]]
    const [first, second] = game.challenges as [PlayedGame['challenges'][0], PlayedGame['challenges'][0]]
    const start = Date.now() - 60_000
    const sent = [
      { team: one, challenge: first, at: start },
      { team: two, challenge: first, answer: 'flag{100%_wrong}', at: start + 1000 },
      { team: two, challenge: second, at: start + 2000 },
      { team: one, challenge: second, answer: 'flag{nope}', at: start + 3000 }
    ]
    const ids = await sendFlags(domain.stores.db, game, sent)
    await judged(game)
    return { game, one, two, first, second, start, ids }
  }

  return {
    judged,
    store,
    played,
    get domain() {
      return domain
    },
    get monitor() {
      return monitor
    }
  }
}
