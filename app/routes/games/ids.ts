import { notFoundPage } from '~/app/request/errors'
import { idParam } from '~/server/platform/wire'

/** An id in the path or the query. @throws Response The Nowhere for anything that cannot be one */
export function idOf(text: string | null | undefined): number {
  const parsed = idParam.safeParse(text)
  if (!parsed.success) throw notFoundPage()
  return parsed.data
}

/** The page number of a list, from 1; anything else is the first page. */
export function pageOf(text: string | null): number {
  const number = Number(text ?? 1)
  return Number.isInteger(number) && number >= 1 && number <= 100_000 ? number : 1
}
