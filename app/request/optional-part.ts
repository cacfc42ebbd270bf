import { callerLogFields } from '~/server/access/contract'
import { isAppError } from '~/server/platform/errors'
import type { HalyardContext } from './context'

const TIMEOUT_MS = 300

/**
 * A part of a page that may be missing: null when it takes too long or fails. Unexpected errors are logged, also those that
 * come late, and fail no page.
 */
export async function loadWithTimeout<T>(
  part: Promise<T>,
  { log, ctx }: Pick<HalyardContext, 'log' | 'ctx'>
) {
  const late = new Promise<null>((resolve) => setTimeout(resolve, TIMEOUT_MS, null).unref())
  const found = part.catch((error: unknown) => {
    if (!isAppError(error)) log.error({ err: error, ...callerLogFields(ctx) }, 'page_part_failed')
    return null
  })
  return Promise.race([found, late])
}
