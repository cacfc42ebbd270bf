import { z } from 'zod'
import { type PointsInput, pointsInput } from '~/server/challenges/contract'
import { bulkIds } from '~/server/platform/wire'
import { inForm } from '../entries'

/** What the page for several challenges does to them. */
export const SELECTED_ACTS = ['points', 'delete'] as const
export type SelectedAct = (typeof SELECTED_ACTS)[number]

/** The ids of an address, each once; null for more than one act takes, and for what is no id. */
export function idsOf(query: URLSearchParams): number[] | null {
  const read = bulkIds.safeParse([...new Set(query.getAll('ids[]'))])
  return read.success ? read.data : null
}

const decimal = (value: unknown) => (typeof value === 'string' ? value.trim().replace(',', '.') : '')
const given = (name: string, value: string | number) => (value === '' ? {} : { [name]: value })

/** Points for all that are selected: a field that stays empty leaves them theirs. The least share is in percent. */
export const pointsForm = z
  .object({ ids: bulkIds })
  .catchall(z.unknown())
  .transform(({ ids, ...form }, refinement): { ids: number[]; points: PointsInput } => {
    const rate = decimal(form.minScoreRate)
    const entered = {
      ...given('originalScore', decimal(form.originalScore)),
      ...given('minScoreRate', /^\d+(\.\d+)?$/.test(rate) ? Number(rate) / 100 : rate),
      ...given('difficulty', decimal(form.difficulty))
    }
    const read = pointsInput.safeParse(entered)
    if (read.success && Object.keys(entered).length > 0) return { ids, points: read.data }
    const issues = read.error?.issues ?? [{ path: ['originalScore'], message: 'field.required' }]
    for (const { path, message } of issues)
      refinement.addIssue({ code: 'custom', path: [...path], message: inForm(message) })
    return z.NEVER
  })
