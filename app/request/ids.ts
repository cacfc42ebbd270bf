import { idParam } from '~/server/platform/wire'
import { notFoundPage } from './errors'

/** A number in the path, such as of `/games/:id`. @throws Response The Nowhere for anything that cannot be one */
export function idOf(text: string | undefined): number {
  const parsed = idParam.safeParse(text)
  if (!parsed.success) throw notFoundPage()
  return parsed.data
}
