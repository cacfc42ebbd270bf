import { AppError, isAppError } from './errors'

/** One check of an input; throws what is wrong. */
export type Check = () => unknown

/** The faults of all checks, in their order. @throws what is no fault of the input: other statuses than 400 */
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

/** The first fault with the others beside it; null without any. */
export function together([first, ...others]: readonly AppError[]): AppError | null {
  if (!first || others.length === 0) return first ?? null
  const { code, status, bodyStatus, params, extra } = first
  return new AppError(code, status, { bodyStatus, params, extra, others })
}

/**
 * Makes every check, so that who sends several wrong values learns of all at once (docs/rules/errors.md#validation).
 * @throws AppError the first fault, which carries the others
 */
export async function checkAll(checks: readonly Check[]): Promise<void> {
  const fault = together(await faultsOf(checks))
  if (fault) throw fault
}
