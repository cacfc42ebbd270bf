import type { Ctx } from '~/server/access/contract'
import type { Assets } from '~/server/assets'
import type { Challenges } from '~/server/challenges'
import { isAppError } from '~/server/platform/errors'
import type { Source } from '../archive/source'
import { stageContents, stagedFile } from '../archive/staging'
import type { ImportReport } from '../contract'
import type { Plan, PlannedUpdate } from '../plan/plan'
import { reportLine } from '../report-lines'
import type { Written } from './write-game'

interface UpdatingNeeds {
  assets: Pick<Assets, 'receive' | 'storeAhead' | 'discard' | 'keep'>
  challenges: Pick<Challenges, 'updateWhole'>
}

const filesOf = (plan: Plan, { challenge, filesChanged }: PlannedUpdate): Plan => ({
  ...plan,
  poster: null,
  embeds: [],
  challenges: filesChanged ? [{ ...challenge, flags: [] }] : []
})

/**
 * Makes updates of challenges, each as one change, so that one that fails undoes no other. Returns those that were refused,
 * for instance because the challenge was edited since it was compared. `ids`: of all challenges of the plan that are there,
 * by `from`.
 */
export async function applyUpdates(
  { assets, challenges }: UpdatingNeeds,
  ctx: Ctx,
  source: Source,
  plan: Plan,
  { game, ids, categories }: { game: number } & Pick<Written, 'ids' | 'categories'>
): Promise<ImportReport['refused']> {
  const refused: ImportReport['refused'] = []
  for (const update of plan.updates) {
    const { challenge, id, version, flags, filesChanged, requiresChanged } = update
    const requires = requiresChanged ? challenge.requires.flatMap((from) => ids.get(from) ?? []) : undefined
    const { title, category } = challenge.input
    const { own } = challenge
    const customCategoryId = own === null ? null : categories.get(own.toLowerCase())
    let staged: Awaited<ReturnType<typeof stageContents>> | null = null
    try {
      const files = await stageContents(assets, source, filesOf(plan, update))
      staged = files
      await challenges.updateWhole(ctx, game, id, {
        update: {
          ...challenge.update,
          isEnabled: undefined,
          requires,
          title,
          category,
          customCategoryId,
          version
        },
        flags,
        ...(filesChanged && { files: challenge.files.map((file) => stagedFile(file, files)) }),
        sourceId: challenge.sourceId,
        async keep(tx) {
          for (const content of files.contents) await assets.keep(tx, content)
        }
      })
    } catch (error) {
      if (!isAppError(error)) throw error
      refused.push({ from: challenge.from, title, reason: reportLine('not_updated', { reason: error.code }) })
    } finally {
      await staged?.discard()
    }
  }
  return refused
}
