import { functionValues, isScoringFunction } from '~/scoring/rules'
import { AppError } from '~/server/platform/errors'
import type { Plugins } from '~/server/plugins'
import type { ChallengeColumns } from './columns'
import type { Challenge } from './model'

/** The plug-in functions that challenges need. */
export type ChallengePlugins = Pick<Plugins, 'names' | 'values' | 'check'>

type Kept = Pick<
  Challenge,
  'checker' | 'scoring' | 'pointValues' | 'originalScore' | 'minScoreRate' | 'difficulty'
>

/**
 * Columns that follow from plug-ins and scoring functions: the values that a function gives now, whenever points or the function are
 * written (docs/rules/scoring.md#recorded-values). The caller holds the ledger, which waits two seconds for a plug-in at most.
 * @throws AppError `plugin.unknown`, `plugin.values` with the field
 */
export async function pluggedColumns(
  plugins: ChallengePlugins,
  kept: Kept,
  columns: ChallengeColumns
): Promise<Pick<ChallengeColumns, 'pointValues'>> {
  const { checker } = columns
  if (checker && checker !== kept.checker && !plugins.names('checker').includes(checker))
    throw new AppError('plugin.unknown', 400, { params: { name: checker }, extra: { field: 'checker' } })
  const name = columns.scoring === undefined ? kept.scoring : columns.scoring
  if (name === null || name === undefined) return columns.scoring === null ? { pointValues: null } : {}
  const of = (key: 'originalScore' | 'minScoreRate' | 'difficulty') => columns[key] ?? kept[key]
  const same =
    name === kept.scoring &&
    of('originalScore') === kept.originalScore &&
    of('minScoreRate') === kept.minScoreRate &&
    of('difficulty') === kept.difficulty
  const terms = { score: of('originalScore'), minRate: of('minScoreRate'), difficulty: of('difficulty') }
  if (isScoringFunction(name)) return same ? {} : { pointValues: functionValues(name, terms) }
  // Whoever saves the same keeps the values when the plug-in is gone.
  if (same && (columns.scoring === undefined || !plugins.names('scoring').includes(name))) return {}
  return { pointValues: await plugins.values(name, terms) }
}
