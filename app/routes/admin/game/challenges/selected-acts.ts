import { z } from 'zod'
import { announceEntries, announceIn } from '~/app/request/announce'
import { timeField } from '~/app/request/input-times'
import { type PointsInput, pointsInput } from '~/server/challenges/contract'
import { MAX_MINUTES } from '~/server/challenges/selected-contract'
import { bulkIds } from '~/server/platform/wire'
import { issueAt } from '../../lines-field'

export const SELECTED_ACTS = ['enable', 'release', 'points', 'delete'] as const
export type SelectedAct = (typeof SELECTED_ACTS)[number]

/** Ids of the address, each once; null for invalid ids or more than one action takes. */
export function idsOf(query: URLSearchParams): number[] | null {
  const read = bulkIds.safeParse([...new Set(query.getAll('ids[]'))])
  return read.success ? read.data : null
}

/** In the form, where an empty choice changes nothing. */
export const STANDARD = 'standard'

const decimal = (value: unknown) => (typeof value === 'string' ? value.trim().replace(',', '.') : '')
const given = (name: string, value: string | number) => (value === '' ? {} : { [name]: value })

/** Points for all selected; an empty field changes nothing. Least share in percent. */
export const pointsForm = z
  .object({ ids: bulkIds })
  .catchall(z.unknown())
  .transform(({ ids, ...form }, refinement): { ids: number[]; points: PointsInput } => {
    const rate = decimal(form.minScoreRate)
    const entered = {
      ...given('originalScore', decimal(form.originalScore)),
      ...given('minScoreRate', /^\d+(\.\d+)?$/.test(rate) ? Number(rate) / 100 : rate),
      ...given('difficulty', decimal(form.difficulty)),
      ...(typeof form.scoring === 'string' &&
        form.scoring !== '' && { scoring: form.scoring === STANDARD ? null : form.scoring })
    }
    const read = pointsInput.safeParse(entered)
    if (read.success && Object.keys(entered).length > 0)
      return { ids, points: { ...read.data, announce: announceIn(form) } }
    for (const issue of read.error?.issues ?? []) {
      const field = issue.path[0]!
      refinement.addIssue(issueAt(field, issue, field === 'minScoreRate' ? 100 : 1))
    }
    if (read.success)
      refinement.addIssue({ code: 'custom', path: ['originalScore'], message: 'field.required' })
    return z.NEVER
  })

const blank = z
  .literal('')
  .optional()
  .transform(() => null)

/** A time for all, or for the first with minutes between each; without a time, none is scheduled. */
export const releaseForm = z
  .object({
    ...announceEntries,
    ids: bulkIds,
    first: blank.or(timeField),
    every: z
      .string()
      .default('')
      .transform((text) => text.trim() || '0')
      .pipe(z.string().regex(/^-?\d{1,9}$/, 'field.number_required'))
      .transform(Number)
      .pipe(z.number().min(0, 'field.out_of_range').max(MAX_MINUTES, 'field.out_of_range'))
  })
  .transform(({ announce, 'announce-asked': requested, ...plan }) => ({
    ...plan,
    announce: announceIn({ announce, 'announce-asked': requested })
  }))
