import { idParam } from '~/server/platform/wire'
import { notFoundPage } from './errors'

/** A number in the path. @throws Response 404 for an invalid one */
export function idOf(text: string | undefined): number {
  const parsed = idParam.safeParse(text)
  if (!parsed.success) throw notFoundPage()
  return parsed.data
}
