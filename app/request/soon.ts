import { isAppError } from '~/server/platform/errors'

const TIMEOUT_MS = 300

/** What of a board is not worth a wait, beside the rest of a page that is: null when it is not to be had at once. */
export async function soon<T>(part: Promise<T>): Promise<T | null> {
  const late = new Promise<null>((resolve) => setTimeout(resolve, TIMEOUT_MS, null).unref())
  try {
    return await Promise.race([part, late])
  } catch (error) {
    if (isAppError(error)) return null
    throw error
  }
}
