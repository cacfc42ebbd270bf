import { type Pool, row, uuid } from '~/server/db'
import { INSTANCE_COLUMNS, INSTANCE_INFO, infoOf } from '~/server/instances'
import { wireTime } from '~/server/platform/time'
import { type ChallengeEdit, type ContainerInfo, containerOptions, hasContainer } from './contract'
import { listSharedFiles } from './files/queries'
import { listFlags } from './flags/queries'
import type { Challenge } from './model'
import { readChallengeFigures } from './queries'
import { solver } from './solver/contract'

type EntryOf = (instance: string, stored: string | null) => Promise<string | null>

type Beside = Pick<ChallengeEdit, 'customCategory' | 'flags' | 'attachment' | 'files' | 'testContainer'>

async function testOf(pool: Pool, { id, type }: Challenge, entryOf: EntryOf): Promise<ContainerInfo | null> {
  if (!hasContainer(type)) return null
  const test = await row(
    pool,
    { id: uuid, ...INSTANCE_COLUMNS },
    `SELECT i.id, ${INSTANCE_INFO} FROM instances i
     WHERE i.challenge_id = $1 AND i.kind = 'test' AND i.desired = 'up' AND i.state NOT IN ('ended', 'failed')`,
    [id]
  )
  if (!test) return null
  const info = infoOf(test)
  if (info.status !== 'Running') return info
  return { ...info, entry: (await entryOf(test.id, test.entry)) ?? '' }
}

function editView(
  challenge: Challenge,
  beside: Beside,
  solvers: number,
  buyers: Map<number, number>
): ChallengeEdit {
  return {
    id: challenge.id,
    title: challenge.title,
    content: challenge.content,
    solution: challenge.solution,
    solutionPublic: challenge.solutionPublic,
    category: challenge.category,
    type: challenge.type,
    hints: challenge.hints,
    pricedHints: challenge.pricedHints.map(({ availableAt, ...hint }) => ({
      ...hint,
      availableAt: availableAt && wireTime(new Date(availableAt)),
      bought: buyers.get(hint.id) ?? 0
    })),
    connections: challenge.connections,
    flagTemplate: challenge.flagTemplate,
    decoy: challenge.decoy,
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
    containerCompose: challenge.containerCompose,
    containerOptions: containerOptions.parse(challenge.containerOptions),
    solver: challenge.solver && solver.parse(challenge.solver),
    originalScore: challenge.originalScore,
    minScoreRate: challenge.minScoreRate,
    difficulty: challenge.difficulty,
    attemptLimit: challenge.attemptLimit,
    checker: challenge.checker,
    scoring: challenge.scoring,
    pointValues: challenge.pointValues,
    author: challenge.author,
    level: challenge.level,
    tags: challenge.tags,
    requires: challenge.requires,
    hideLocked: challenge.hideLocked,
    block: challenge.blockedAt && {
      since: wireTime(challenge.blockedAt),
      until: challenge.unblockedAt && wireTime(challenge.unblockedAt),
      reason: challenge.blockReason
    },
    releaseAt: challenge.releaseAt ? wireTime(challenge.releaseAt) : null,
    closesAt: challenge.closesAt ? wireTime(challenge.closesAt) : null,
    version: challenge.version
  }
}

/** The contract's one attachment. */
function firstOf([file]: ChallengeEdit['files']): ChallengeEdit['attachment'] {
  if (!file) return null
  return { id: file.id, type: file.sha256 === null ? 'Remote' : 'Local', url: file.url, fileSize: file.size }
}

export async function readEditView(
  pool: Pool,
  challenge: Challenge,
  entryOf: EntryOf
): Promise<ChallengeEdit> {
  const [flags, files, testContainer, { solvers, buyers, customCategory }] = await Promise.all([
    listFlags(pool, challenge),
    listSharedFiles(pool, challenge.id),
    testOf(pool, challenge, entryOf),
    readChallengeFigures(pool, challenge.id)
  ])
  const beside = { customCategory, flags, files, attachment: firstOf(files), testContainer }
  return editView(challenge, beside, solvers, new Map(buyers))
}
