import { isDeepStrictEqual } from 'node:util'
import { challengeValue } from '~/scoring/rules'
import { numberHints } from '~/server/hints'
import type { NewScoreEvent } from '~/server/ledger/contract'
import { changeNotice } from '~/server/notices'
import type { NewNotice } from '~/server/notices/contract'
import type { Check } from '~/server/platform/check-all'
import { AppError } from '~/server/platform/errors'
import { composeColumns } from './containers/setup'
import { type ChallengeUpdate, hasContainer } from './contract'
import { curveOf } from './curve'
import { templateFault } from './flags/template'
import type { Challenge } from './model'

export type ChallengeColumns = Partial<
  Pick<
    Challenge,
    | 'title'
    | 'content'
    | 'solution'
    | 'solutionPublic'
    | 'category'
    | 'categoryId'
    | 'hints'
    | 'pricedHints'
    | 'connections'
    | 'enabled'
    | 'fileName'
    | 'flagTemplate'
    | 'decoy'
    | 'containerImage'
    | 'containerCompose'
    | 'composeImages'
    | 'memoryLimit'
    | 'cpuCount'
    | 'storageLimit'
    | 'exposePort'
    | 'trafficCapture'
    | 'containerOptions'
    | 'solver'
    | 'originalScore'
    | 'minScoreRate'
    | 'difficulty'
    | 'attemptLimit'
    | 'checker'
    | 'scoring'
    | 'pointValues'
    | 'author'
    | 'level'
    | 'tags'
    | 'requires'
    | 'hideLocked'
    | 'releaseAt'
    | 'releaseAnnounce'
    | 'releaseFailedAt'
    | 'releaseFault'
    | 'closesAt'
  >
>

/** No release is to come, and none is told to have failed. */
export const NO_RELEASE = {
  releaseAt: null,
  releaseAnnounce: null,
  releaseFailedAt: null,
  releaseFault: null
}

/**
 * Enabling or disabling clears the release time, unless a new one is given; sending the state that the challenge has changes nothing.
 * Each ends what is told of a failed release.
 */
function releaseColumns(
  { enabled }: Pick<Challenge, 'enabled'>,
  { releaseAt, isEnabled, announce = null }: ChallengeUpdate
): Partial<Pick<ChallengeColumns, keyof typeof NO_RELEASE>> {
  if (releaseAt) return { ...NO_RELEASE, releaseAt, releaseAnnounce: announce }
  if (isEnabled != null && isEnabled !== enabled) return NO_RELEASE
  // A form sends null with every other change.
  return releaseAt === null ? { releaseAt, releaseAnnounce: null } : {}
}

/** What teams' decoys are made of is no weaker than what flags are, and not the same. @throws AppError with the field `decoy` */
function checkDecoy(type: Challenge['type'], decoy: string | null, template: string | null): void {
  if (!decoy || !hasContainer(type)) return
  const same = type === 'DynamicContainer' && decoy === template
  const fault = same ? 'challenge.decoy_is_flag' : templateFault(decoy)
  if (fault) throw new AppError(fault, 400, { extra: { field: 'decoy' } })
}

type Fitted = Pick<Challenge, 'type' | 'flagTemplate' | 'decoy'>

/** Whether a change fits the type (docs/rules/challenges.md#edit). Each check throws an AppError. */
export function checksOfType(
  { type, flagTemplate: keptTemplate, decoy: keptDecoy }: Fitted,
  update: ChallengeUpdate
): Check[] {
  const template = update.flagTemplate?.trim() || null
  const decoy = update.decoy?.trim() || null
  return [
    () => {
      if (update.fileName != null && update.fileName.trim() === '')
        throw new AppError('challenge.file_name_blank', 400, { extra: { field: 'fileName' } })
    },
    () => {
      if (update.enableTrafficCapture && !hasContainer(type))
        throw new AppError('challenge.capture_not_allowed')
    },
    () => {
      const fault = type === 'DynamicContainer' && template ? templateFault(template) : null
      if (fault) throw new AppError(fault)
    },
    () =>
      checkDecoy(
        type,
        update.decoy === undefined ? keptDecoy : decoy,
        update.flagTemplate === undefined ? keptTemplate : template
      )
  ]
}

/**
 * Columns of a change. Absent and null write nothing; blank template or compose text clears, and so does null for
 * release time, deadline, attempt limit, level, solver and plug-ins.
 * @param hadHint the highest id of a hint that the challenge had; null for a new one
 * @throws AppError for a text of Compose that cannot be used; the other faults are those of checksOfType()
 */
export function updatedColumns(
  challenge: Pick<Challenge, 'type' | 'pricedHints' | 'enabled'>,
  update: ChallengeUpdate,
  hadHint: number | null = null
): ChallengeColumns {
  const { type, pricedHints } = challenge
  const template = update.flagTemplate?.trim() || null
  const decoy = update.decoy?.trim() || null
  const given = {
    title: update.title?.trim(),
    content: update.content,
    solution: update.solution,
    solutionPublic: update.solutionPublic,
    category: update.category,
    hints: update.hints,
    pricedHints: update.pricedHints && numberHints(update.pricedHints, pricedHints, hadHint),
    connections: update.connections,
    enabled: update.isEnabled,
    fileName: update.fileName,
    containerImage: update.containerImage,
    memoryLimit: update.memoryLimit,
    cpuCount: update.cpuCount,
    storageLimit: update.storageLimit,
    exposePort: update.containerExposePort,
    trafficCapture: update.enableTrafficCapture,
    containerOptions: update.containerOptions,
    originalScore: update.originalScore,
    minScoreRate: update.minScoreRate,
    difficulty: update.difficulty,
    author: update.author,
    tags: update.tags,
    requires: update.requires,
    hideLocked: update.hideLocked
  }
  const compose = composeColumns(type, update)
  const written = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value != null)
  ) as ChallengeColumns
  const { attemptLimit, closesAt, level, solver, checker, scoring } = update
  const cleared = {
    ...(attemptLimit !== undefined && { attemptLimit }),
    ...(closesAt !== undefined && { closesAt }),
    ...(level !== undefined && { level }),
    ...(solver !== undefined && { solver }),
    ...(checker !== undefined && { checker }),
    ...(scoring !== undefined && { scoring })
  }
  const columns = { ...written, ...compose, ...cleared, ...releaseColumns(challenge, update) }
  return {
    ...columns,
    ...(update.flagTemplate !== undefined && { flagTemplate: template }),
    ...(update.decoy !== undefined && { decoy })
  }
}

export type Shown = Pick<
  Challenge,
  | 'title'
  | 'category'
  | 'categoryId'
  | 'level'
  | 'tags'
  | 'requires'
  | 'hideLocked'
  | 'hints'
  | 'pricedHints'
  | 'enabled'
  | 'originalScore'
  | 'minScoreRate'
  | 'difficulty'
  | 'pointValues'
>

export const boardFields = ({ title, category, categoryId, level, tags, requires, hideLocked }: Shown) => ({
  ...{ title, category, categoryId, level, tags, requires, hideLocked }
})

export const noticeFields = ({
  title,
  category,
  categoryId,
  level,
  tags,
  requires,
  hideLocked,
  hints,
  pricedHints,
  enabled,
  originalScore,
  minScoreRate,
  difficulty,
  pointValues
}: Challenge): Shown => ({
  title,
  category,
  categoryId: categoryId ?? null,
  level: level ?? null,
  tags: tags ?? [],
  requires: requires ?? [],
  hideLocked: hideLocked ?? false,
  hints,
  pricedHints,
  enabled,
  originalScore,
  minScoreRate,
  difficulty,
  pointValues: pointValues ?? null
})

/** Ledger entries of a change; the curve comes before the opening it applies to. */
export function challengeScoreEvents(
  challengeId: number,
  before: Shown,
  after: Shown,
  at: number
): NewScoreEvent[] {
  const events: NewScoreEvent[] = []
  if (!sameCurve(before, after))
    events.push({ kind: 'curve', at, challengeId, payload: curveOf(pointsOf(after)) })
  if (after.enabled !== before.enabled)
    events.push({ kind: after.enabled ? 'open' : 'close', at, challengeId })
  return events
}

/** Removing or reordering hints is no news (docs/rules/challenges.md#hints). */
function addsHint(before: string[], after: string[]): boolean {
  const known = [...before]
  return after.some((hint) => {
    const place = known.indexOf(hint)
    if (place < 0) return true
    known.splice(place, 1)
    return false
  })
}

interface Telling {
  announced: boolean
  announce: boolean | null
  /** Those that lower the value; asked for only when the points of an open challenge change. */
  solvers: number
}

/** True if no score can have changed by the challenge's own settings. */
export const sameCurve = (before: Shown, after: Shown) =>
  after.originalScore === before.originalScore &&
  after.minScoreRate === before.minScoreRate &&
  after.difficulty === before.difficulty &&
  isDeepStrictEqual(after.pointValues, before.pointValues)

const pointsOf = ({ pointValues: values, ...points }: Shown) => ({ ...points, values })

const worth = (shown: Shown, solvers: number) => challengeValue(curveOf(pointsOf(shown)), solvers)

/** Notices that need the organiser's request (docs/rules/news.md#changes). */
function changesOf(before: Shown, after: Shown, solvers: number): NewNotice[] {
  const { title } = after
  if (!after.enabled)
    return before.enabled ? [changeNotice({ kind: 'ChallengeClosed', values: [title] })] : []
  if (!before.enabled) return [changeNotice({ kind: 'ChallengeOpened', values: [title] })]
  const [from, to] = [worth(before, solvers), worth(after, solvers)]
  if (sameCurve(before, after) || from === to) return []
  return [changeNotice({ kind: 'ChallengePoints', values: [title, String(from), String(to)] })]
}

/**
 * What players are told of a change. Nothing where the editor said so, or while the title of the challenge is hidden;
 * without a word of the editor, only that it is new or has a new hint.
 */
export function challengeNotices(
  before: Shown,
  after: Shown,
  { announced, announce, solvers }: Telling
): NewNotice[] {
  // Does not reveal the title of a locked challenge.
  if (announce === false || (after.hideLocked && after.requires.length > 0)) return []
  if (after.enabled && !before.enabled && !announced) return [{ type: 'NewChallenge', values: [after.title] }]
  const changes = announce ? changesOf(before, after, solvers) : []
  const textsOf = ({ hints, pricedHints }: Shown) => [...hints, ...pricedHints.map(({ content }) => content)]
  const hint = after.enabled && addsHint(textsOf(before), textsOf(after))
  return hint ? [...changes, { type: 'NewHint', values: [after.title] }] : changes
}
