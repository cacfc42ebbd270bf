import { idParam } from '~/server/platform/wire'
import { notFoundPage } from './errors'

/** @throws Response 404 for anything but an id, as a page that does not exist */
export function idOf(text: string | undefined): number {
  const parsed = idParam.safeParse(text)
  if (!parsed.success) throw notFoundPage()
  return parsed.data
}
