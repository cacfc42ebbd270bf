import { type AppError, firstWithOthers, isAppError } from './errors'

/** A check of an input; throws its fault. */
export type Check = () => unknown

/** The faults of all checks, in their order. @throws errors with other statuses than 400, which are not faults of the input */
export async function faultsOf(checks: readonly Check[]): Promise<AppError[]> {
  const faults: AppError[] = []
  for (const check of checks) {
    try {
      await check()
    } catch (error) {
      if (!isAppError(error) || error.status !== 400) throw error
      faults.push(error, ...error.others)
    }
  }
  return faults
}

/**
 * Makes every check, so that who sends several wrong values learns of all at once (docs/rules/errors.md#validation).
 * @throws AppError the first fault, which carries the others
 */
export async function checkAll(checks: readonly Check[]): Promise<void> {
  const fault = firstWithOthers(await faultsOf(checks))
  if (fault) throw fault
}
