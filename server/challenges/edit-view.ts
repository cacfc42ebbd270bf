import { infoOf } from '~/server/instances'
import type { Database } from '~/server/platform/db'
import { type ChallengeEdit, type ContainerInfo, containerOptions, hasContainer } from './contract'
import { flagsOf, sharedFile } from './flag-list'
import type { Challenge } from './model'
import { solversOf } from './queries'

type Beside = Pick<ChallengeEdit, 'flags' | 'attachment' | 'testContainer'>

/** The test instance of a challenge while it lives; null when there is none. */
async function testOf(pool: Database['pool'], { id, type }: Challenge): Promise<ContainerInfo | null> {
  if (!hasContainer(type)) return null
  const { rows } = await pool.query<Parameters<typeof infoOf>[0]>(
    `SELECT state, desired, requested_at AS "requestedAt", started_at AS "startedAt", expires_at AS "expiresAt",
       lifetime, entry
     FROM instances WHERE challenge_id = $1 AND kind = 'test' AND desired = 'up' AND state NOT IN ('ended', 'failed')`,
    [id]
  )
  return rows[0] ? infoOf(rows[0]) : null
}

function editView(challenge: Challenge, beside: Beside, solvers: number): ChallengeEdit {
  return {
    id: challenge.id,
    title: challenge.title,
    content: challenge.content,
    category: challenge.category,
    type: challenge.type,
    hints: challenge.hints,
    flagTemplate: challenge.flagTemplate,
    isEnabled: challenge.enabled,
    acceptedCount: solvers,
    fileName: challenge.fileName,
    ...beside,
    containerImage: challenge.containerImage,
    memoryLimit: challenge.memoryLimit,
    cpuCount: challenge.cpuCount,
    storageLimit: challenge.storageLimit,
    containerExposePort: challenge.exposePort,
    enableTrafficCapture: challenge.trafficCapture,
    containerOptions: containerOptions.parse(challenge.containerOptions),
    originalScore: challenge.originalScore,
    minScoreRate: challenge.minScoreRate,
    difficulty: challenge.difficulty,
    version: challenge.version
  }
}

/** A challenge as editors see it. */
export async function editViewOf(pool: Database['pool'], challenge: Challenge): Promise<ChallengeEdit> {
  const [flags, attachment, testContainer, solvers] = await Promise.all([
    flagsOf(pool, challenge),
    sharedFile(pool, challenge.id),
    testOf(pool, challenge),
    solversOf(pool, challenge.id)
  ])
  return editView(challenge, { flags, attachment, testContainer }, solvers)
}
