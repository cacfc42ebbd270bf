/** "Never" on the wire for a team without a solve (contract README, "Never"). */
export const NEVER = '0001-01-01T00:00:00+00:00'

/** ISO 8601 in UTC with `+00:00`, milliseconds exact; the wire form of every time (contract README, Times). */
export function wireTime(time: Date | number): string {
  return `${new Date(time).toISOString().slice(0, -1)}+00:00`
}
