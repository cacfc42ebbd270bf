import { afterAll, beforeAll } from 'vitest'
import { type ChallengeType, challengeInput, challengeUpdate } from '~/server/challenges/contract'
import { type Domain, openDomain } from '../domain'
import { addEngine } from './instance-rows'

/** Challenges with containers and an engine without workers, for all tests of a file. */
export function openContainerChallenges() {
  let domain: Domain
  let engine: number

  beforeAll(async () => {
    domain = await openDomain()
    engine = await addEngine(domain.stores.db)
  })
  afterAll(() => domain.close())

  const rows = async <T extends object>(text: string, ...values: unknown[]) =>
    (await domain.stores.db.pool.query<T>(text, values)).rows

  const images = (reference: string) =>
    rows<{ state: string }>(
      'SELECT state FROM images WHERE reference = $1 AND engine_id = $2',
      reference,
      engine
    )

  async function challenge(type: ChallengeType = 'DynamicContainer') {
    const { services, admin } = domain
    const gameId = await domain.game()
    const { id } = await services.challenges.create(
      admin,
      gameId,
      challengeInput.parse({ title: 'Dock', type })
    )
    return {
      gameId,
      id,
      read: () => services.challenges.editOne(admin, gameId, id),
      update: (given: object) => services.challenges.update(admin, gameId, id, challengeUpdate.parse(given))
    }
  }

  return {
    rows,
    images,
    challenge,
    get domain() {
      return domain
    },
    get engine() {
      return engine
    }
  }
}
