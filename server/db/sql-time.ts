/** A Postgres time as milliseconds since 1970, an interval as milliseconds; with fractions. */
export const msSql = (expression: string): string => `(extract(epoch FROM ${expression}) * 1000)::float8`
