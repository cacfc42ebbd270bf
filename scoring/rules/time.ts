/** "Never" on the wire: a team without a solve. */
export const NEVER = '0001-01-01T00:00:00+00:00'

/** Milliseconds as wire time. Its own copy, because the browser may not load the server's. */
export const toWire = (at: number): string => new Date(at).toISOString().replace(/\.?0*Z$/, '+00:00')

/** Wire time as milliseconds. */
export const fromWire = (time: string): number => Date.parse(time)
