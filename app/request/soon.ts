import { isAppError } from '~/server/platform/errors'

const TIMEOUT_MS = 300

/** A part of a page that may be missing: null when it takes too long. */
export async function soon<T>(part: Promise<T>): Promise<T | null> {
  const late = new Promise<null>((resolve) => setTimeout(resolve, TIMEOUT_MS, null).unref())
  try {
    return await Promise.race([part, late])
  } catch (error) {
    if (isAppError(error)) return null
    throw error
  }
}
