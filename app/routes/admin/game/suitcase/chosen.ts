import { AppError } from '~/server/platform/errors'
import { type Matching, mergePreviewInput } from '~/server/suitcases/contract'

/** `team` is one of a few ways, `other` any participation by its number. */
const FIELD = /^(team|other)\.([1-9]\d{0,9})$/

/**
 * Teams that were chosen by hand, from `team.12=new` or `other.12=45 · Night Owls`, which goes first.
 * @throws AppError `suitcase.match` 400 for a text without a number
 */
export function chosenOf(search: URLSearchParams): Matching {
  const chosen: Record<string, string | number> = {}
  const fields = [...search].flatMap(([name, value]) => {
    const [, kind, own] = FIELD.exec(name) ?? []
    return own !== undefined && value.trim() !== '' ? [{ kind, own, value: value.trim() }] : []
  })
  for (const { own, value } of fields.filter(({ kind }) => kind === 'team'))
    chosen[own] = /^\d{1,9}$/.test(value) ? Number(value) : value
  for (const { own, value } of fields.filter(({ kind }) => kind === 'other')) {
    const number = /^\d{1,9}\b/.exec(value)?.[0]
    if (number === undefined) throw new AppError('suitcase.match', 400, { params: { team: own } })
    chosen[own] = Number(number)
  }
  return mergePreviewInput.shape.teams.unwrap().parse(chosen)
}
