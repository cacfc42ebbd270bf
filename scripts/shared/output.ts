/** A fault that a person has to know or mend; the command ends with exit code 1. */
export class UserError extends Error {
  override name = 'UserError'
}

/** Writes to stderr, because stdout is for results. */
export const printStatus = (line: string): void => void process.stderr.write(`${line}\n`)

export const print = (line: string): void => void process.stdout.write(`${line}\n`)

/** `1,718`. */
export const count = (value: number): string => value.toLocaleString('en-US')

/** `1 team`, `2 teams`. */
export const plural = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`
