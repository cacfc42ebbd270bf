import { afterAll, beforeAll } from 'vitest'
import {
  type ChallengeUpdate,
  challengeInput,
  challengeUpdate,
  flagsInput
} from '~/server/challenges/contract'
import { readEntries } from '~/server/ledger'
import { type Domain, openDomain } from '../domain'

/** Challenges of new games, for all tests of a file. */
export function openChallengesSuite() {
  let domain: Domain

  beforeAll(async () => {
    domain = await openDomain()
  })
  afterAll(() => domain.close())

  const plain = (title = 'Challenge') => challengeInput.parse({ title })

  async function challenge({ gameId, enabled = true }: { gameId?: number; enabled?: boolean } = {}) {
    const { challenges } = domain.services
    const game = gameId ?? (await domain.game())
    const { id } = await challenges.create(domain.admin, game, plain())
    await challenges.addFlags(domain.admin, game, id, flagsInput.parse([{ flag: `flag{${id}}` }]))
    const update = (change: ChallengeUpdate) =>
      challenges.update(domain.admin, game, id, challengeUpdate.parse(change))
    if (enabled) await update({ isEnabled: true })
    return { gameId: game, id, update }
  }

  /** Ledger entries about a challenge, without their times. */
  async function ledger(gameId: number, id: number) {
    const events = await readEntries(domain.stores.db.pool, gameId, 0, 1000)
    return events.flatMap((event) =>
      'challengeId' in event && event.challengeId === id
        ? ['payload' in event ? [event.kind, event.payload] : [event.kind]]
        : []
    )
  }

  return {
    plain,
    challenge,
    ledger,
    get domain() {
      return domain
    }
  }
}
