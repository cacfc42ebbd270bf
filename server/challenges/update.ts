import type { NewScoreEvent } from '~/server/ledger/contract'
import type { NewNotice } from '~/server/notices/contract'
import { AppError } from '~/server/platform/errors'
import { composeColumns } from './container-setup'
import { type ChallengeUpdate, hasContainer } from './contract'
import type { Challenge } from './model'
import { templateFault } from './template'

export type Columns = Partial<
  Pick<
    Challenge,
    | 'title'
    | 'content'
    | 'category'
    | 'hints'
    | 'enabled'
    | 'fileName'
    | 'flagTemplate'
    | 'containerImage'
    | 'containerCompose'
    | 'composeImages'
    | 'memoryLimit'
    | 'cpuCount'
    | 'storageLimit'
    | 'exposePort'
    | 'trafficCapture'
    | 'containerOptions'
    | 'originalScore'
    | 'minScoreRate'
    | 'difficulty'
    | 'releaseAt'
  >
>

/** Whoever enables or disables it decides: then the release time is gone, unless a new one is given. */
function releaseColumns({ releaseAt, isEnabled }: ChallengeUpdate): Pick<Columns, 'releaseAt'> {
  if (releaseAt !== undefined) return { releaseAt }
  return isEnabled == null ? {} : { releaseAt: null }
}

/**
 * The columns a change writes; members that are absent or null write nothing, a blank template or compose text clears, and so
 * does null for the release time.
 * @throws AppError when the change does not fit the challenge's type (docs/rules/challenges.md#edit)
 */
export function columnsOf({ type }: Pick<Challenge, 'type'>, update: ChallengeUpdate): Columns {
  if (update.fileName != null && update.fileName.trim() === '')
    throw new AppError('challenge.file_name_blank')
  if (update.enableTrafficCapture && !hasContainer(type)) throw new AppError('challenge.capture_not_allowed')
  const template = update.flagTemplate?.trim() || null
  const fault = type === 'DynamicContainer' && template ? templateFault(template) : null
  if (fault) throw new AppError(fault)
  const given = {
    title: update.title?.trim(),
    content: update.content,
    category: update.category,
    hints: update.hints,
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
    difficulty: update.difficulty
  }
  const compose = composeColumns(type, update)
  const written = Object.fromEntries(Object.entries(given).filter(([, value]) => value != null)) as Columns
  const columns = { ...written, ...compose, ...releaseColumns(update) }
  return update.flagTemplate === undefined ? columns : { ...columns, flagTemplate: template }
}

/** What of a challenge shows elsewhere. */
export type Shown = Pick<
  Challenge,
  'title' | 'category' | 'hints' | 'enabled' | 'originalScore' | 'minScoreRate' | 'difficulty'
>

export const shown = ({
  title,
  category,
  hints,
  enabled,
  originalScore,
  minScoreRate,
  difficulty
}: Challenge): Shown => ({ title, category, hints, enabled, originalScore, minScoreRate, difficulty })

/** The ledger's entries for a change; the curve comes before the opening it applies to. */
export function scoreEvents(challengeId: number, before: Shown, after: Shown, at: number): NewScoreEvent[] {
  const events: NewScoreEvent[] = []
  const { originalScore: score, minScoreRate: minRate, difficulty } = after
  const sameCurve =
    score === before.originalScore && minRate === before.minScoreRate && difficulty === before.difficulty
  if (!sameCurve) events.push({ kind: 'curve', at, challengeId, payload: { score, minRate, difficulty } })
  if (after.enabled !== before.enabled)
    events.push({ kind: after.enabled ? 'open' : 'close', at, challengeId })
  return events
}

/**
 * True when a hint is there that was not before; taking hints away or reordering them is no news
 * (docs/rules/challenges.md#hints).
 */
function addsHint(before: string[], after: string[]): boolean {
  const known = [...before]
  return after.some((hint) => {
    const place = known.indexOf(hint)
    if (place < 0) return true
    known.splice(place, 1)
    return false
  })
}

/** Notices for players of a running game about a change. `announced`: they have seen the challenge before. */
export function noticesOf(before: Shown, after: Shown, announced: boolean): NewNotice[] {
  if (!after.enabled) return []
  if (!before.enabled && !announced) return [{ type: 'NewChallenge', values: [after.title] }]
  return addsHint(before.hints, after.hints) ? [{ type: 'NewHint', values: [after.title] }] : []
}
