/** An error that the person who called the command can mend; it is shown as lines of text, without a stack. */
export class UserError extends Error {
  /** @param {...string} messages whole sentences, one for each fault */
  constructor(...messages) {
    super(messages.join(' '))
    this.name = 'UserError'
    this.messages = messages
  }
}

/** The reason of an abort signal when somebody asked the command to stop. It is not reported as an error. */
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

/** @param {unknown} error @returns {string | null} null for any other value */
export const errorCode = (error) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null

/** @param {unknown} error @returns {string} */
export const errorMessage = (error) => (error instanceof Error ? error.message : String(error))

/**
 * The cause of an error in words, without a full stop. Of several errors in one, the first is told.
 * @param {unknown} error @returns {string}
 */
export function describeError(error) {
  const cause = error instanceof AggregateError ? (error.errors[0] ?? error) : error
  return SYSTEM_ERRORS.get(errorCode(cause) ?? '') ?? errorMessage(cause)
}

/**
 * The lines that tell a person of any thrown value. With HALYARD_TRACE set, an unexpected error shows its stack.
 * @param {unknown} error @returns {string[]}
 */
export function errorMessages(error) {
  if (error instanceof UserError) return error.messages
  if (process.env.HALYARD_TRACE && error instanceof Error && error.stack) return [error.stack]
  return [`Something unexpected went wrong: ${errorMessage(error)}.`.replace(/\.\.$/, '.')]
}
