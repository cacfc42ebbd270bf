/** "Never" on the wire for a team without a solve (contract README, "Never"). */
export const NEVER = '0001-01-01T00:00:00+00:00'

/**
 * ISO 8601 in UTC with `+00:00`, milliseconds exact, zeros at their end cut; the wire form of every time
 * (openapi.yaml, x-conventions, times).
 */
export function wireTime(time: Date | number): string {
  return new Date(time).toISOString().replace(/\.?0*Z$/, '+00:00')
}
