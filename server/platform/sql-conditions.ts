export { foldedSql as plain } from './folding'

export class SqlConditions {
  readonly #conditions: string[] = []

  constructor(readonly values: unknown[] = []) {}

  /** Every `?` is the value. */
  and(condition: string, ...value: [] | [unknown]): this {
    this.#conditions.push(value.length > 0 ? condition.replaceAll('?', this.value(value[0])) : condition)
    return this
  }

  value(value: unknown): string {
    this.values.push(typeof value === 'string' ? value.replaceAll('\0', '') : value)
    return `$${this.values.length}`
  }

  toString(): string {
    return this.#conditions.join(' AND ')
  }
}

/** LIKE pattern that finds the words anywhere. */
export const likePattern = (words: string): string => `%${words.trim().replace(/[\\%_]/g, '\\$&')}%`
