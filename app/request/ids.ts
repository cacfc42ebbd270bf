import { idParam } from '~/server/platform/wire'
import { notFoundPage } from './errors'

export function idOf(text: string | undefined): number {
  const parsed = idParam.safeParse(text)
  if (!parsed.success) throw notFoundPage()
  return parsed.data
}
