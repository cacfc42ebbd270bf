export { foldedSql as plain } from './folding'

/** Conditions and their values, for statements that are put together. */
export class SqlConditions {
  readonly #conditions: string[] = []

  /** `values` may be shared by several parts of a statement. */
  constructor(readonly values: unknown[] = []) {}

  /** Adds a condition; every `?` in it is the value. */
  and(condition: string, ...value: [] | [unknown]): this {
    this.#conditions.push(value.length > 0 ? condition.replaceAll('?', this.value(value[0])) : condition)
    return this
  }

  /** The placeholder of a value. Postgres knows no text with a NUL, so none is looked for. */
  value(value: unknown): string {
    this.values.push(typeof value === 'string' ? value.replaceAll('\0', '') : value)
    return `$${this.values.length}`
  }

  toString(): string {
    return this.#conditions.join(' AND ')
  }
}

/** A pattern of LIKE that finds the words anywhere. */
export const containing = (words: string): string => `%${words.trim().replace(/[\\%_]/g, '\\$&')}%`
