import { describe, expect, it } from 'vitest'
import { GAME_ROLES } from '~/server/access/constants'
import { DECISION_STATES } from '~/server/cases/constants'
import { CHALLENGE_IMAGE_STATES, EGRESS_KINDS, FLAG_DELIVERIES } from '~/server/challenges/contract'
import { CHECK_STATES } from '~/server/challenges/solver/constants'
import { IMAGE_ERRORS, IMAGE_STATES } from '~/server/engines/contract'
import { CLUSTER_LIMITS } from '~/server/instances/cluster-fitness'
import { END_REASONS, INSTANCE_KINDS, INSTANCE_STATES } from '~/server/instances/contract'
import { OWN_PAGE_LINKS } from '~/server/own-pages/constants'
import { FORMULAS } from '~/server/seasons/constants'
import { GAME_STATES_IN_SEASON } from '~/server/seasons/contract'
import { RUN_CAUSES, RUN_OUTCOMES, RUN_REASONS } from '~/server/solve-checks/constants'
import { SCOPES, SERVICE_SCOPES } from '~/server/tokens/constants'
import { TOKEN_ROLES } from '~/server/tokens/contract'
import { expectApiFiles, expectExamples } from '../../support/api/api-files'
import { contractSuite } from '../../support/api/contract-suite'
import { accounts } from './operations/accounts'
import { administration } from './operations/administration'
import { authoring } from './operations/authoring'
import { monitoring } from './operations/monitoring'
import { playing } from './operations/playing'
import { teams } from './operations/teams'
import { WORDS } from './words'

/** Lists of words that are only ours, as JSON. */
const OWN_LISTS = new Set(
  [
    INSTANCE_STATES,
    ['none', ...INSTANCE_STATES],
    IMAGE_STATES,
    IMAGE_ERRORS,
    CHALLENGE_IMAGE_STATES,
    ['open', 'now', 'done', 'failed'],
    ['solved', 'failed', 'lost', 'points'],
    DECISION_STATES,
    OWN_PAGE_LINKS,
    END_REASONS,
    SCOPES,
    SERVICE_SCOPES,
    EGRESS_KINDS,
    ['none', 'internet'],
    INSTANCE_KINDS,
    CHECK_STATES,
    RUN_CAUSES,
    RUN_OUTCOMES,
    RUN_REASONS,
    GAME_ROLES,
    TOKEN_ROLES,
    FORMULAS,
    GAME_STATES_IN_SEASON,
    CLUSTER_LIMITS,
    ['none', ...FLAG_DELIVERIES]
  ].map((list) => JSON.stringify(list))
)
const suite = contractSuite()

describe('the document', () => {
  it('has every value of every enumeration', () => {
    const known = new Set(Object.values(WORDS).flat())
    const lists = [...JSON.stringify(suite.contract.document).matchAll(/"enum":(\[[^\]]*\])/g)].map(
      ([, list]) => list!
    )
    const found = new Set(
      lists
        .filter((list) => !OWN_LISTS.has(list))
        .flatMap((list) => (JSON.parse(list) as unknown[]).map(String))
    )
    const wrong = [...found].filter((word) => {
      const same = [...known].find((one) => one.toLowerCase() === word.toLowerCase())
      return same !== undefined && same !== word
    })
    expect(wrong).toEqual([])
    const missing = [
      'role',
      'category',
      'challengeType',
      'participation',
      'notice',
      'answer',
      'event',
      'solve'
    ]
    expect(missing.flatMap((name) => WORDS[name]!.filter((word) => !found.has(word)))).toEqual([])
  })
})

describe('every operation answers as the document says', () => {
  accounts(suite)
  teams(suite)
  authoring(suite)
  playing(suite)
  monitoring(suite)
  administration(suite)

  // The last test, so that it sees all operations of the tests above.
  it('no documented operation is left out', () => {
    expect(suite.contract.left).toEqual([])
    expect(suite.contract.operations.length).toBeGreaterThan(55)
  })

  it('every operation has a valid example, and the reference and the types of the client are up to date', async () => {
    expectExamples(suite.contract)
    await expectApiFiles(suite.contract)
  })
})
