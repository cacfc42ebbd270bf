import { EngineError, type EngineFault } from './engine'

/** A refusal, with its HTTP status, which distinguishes conflicts from missing objects. */
export class RefusedError extends EngineError {
  constructor(
    fault: EngineFault,
    message: string,
    readonly status: number
  ) {
    super(fault, message)
  }
}

/** The HTTP status of a refusal; null when nothing answered. */
export const statusOf = (error: unknown): number | null =>
  error instanceof RefusedError ? error.status : null
