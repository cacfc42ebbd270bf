/** An error that the person at the command can mend; printed as lines without a stack. */
export class UserError extends Error {
  /** @param {...string} messages whole sentences, one for each fault */
  constructor(...messages) {
    super(messages.join(' '))
    this.name = 'UserError'
    this.messages = messages
  }
}

/** The abort reason when somebody stopped the command. It is not printed as an error. */
export class ShutdownRequested extends Error {
  constructor() {
    super('The command was asked to stop')
    this.name = 'ShutdownRequested'
  }
}

const SYSTEM_ERRORS = new Map([
  ['EACCES', 'permission denied'],
  ['EPERM', 'permission denied'],
  ['EROFS', 'the file system is read-only'],
  ['ENOSPC', 'the disk is full'],
  ['ENOTDIR', 'a part of the path is a file'],
  ['ENOENT', 'it does not exist'],
  ['EEXIST', 'a file of that name is there'],
  ['ECONNREFUSED', 'nothing answers there'],
  ['ENOTFOUND', 'the host name is unknown'],
  ['ETIMEDOUT', 'no answer in time']
])

/** @param {unknown} error @returns {string | null} null for a value without a code */
export const errorCode = (error) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null

/** @param {unknown} error */
export const errorMessage = (error) => (error instanceof Error ? error.message : String(error))

/** The cause in words, without a full stop; of several errors, the first. @param {unknown} error @returns {string} */
export function describeError(error) {
  const cause = error instanceof AggregateError ? (error.errors[0] ?? error) : error
  return SYSTEM_ERRORS.get(errorCode(cause) ?? '') ?? errorMessage(cause)
}

/** The lines to print for any thrown value; HALYARD_TRACE adds the stack of an unexpected one. @param {unknown} error */
export function errorMessages(error) {
  if (error instanceof UserError) return error.messages
  if (process.env.HALYARD_TRACE && error instanceof Error && error.stack) return [error.stack]
  return [`Something unexpected went wrong: ${errorMessage(error)}.`.replace(/\.\.$/, '.')]
}
