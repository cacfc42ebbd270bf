const MINUTE = 60_000

const digits = (number: number) => String(number).padStart(2, '0')

/** `16:04` in UTC, of minutes since 1970: the same on the server and in every browser. A page has hundreds. */
export const clockOf = (minute: number): string =>
  `${digits(Math.floor(minute / 60) % 24)}:${digits(minute % 60)}`

/** `16:04:33` in UTC. */
export const secondsOf = (at: number): string => new Date(at).toISOString().slice(11, 19)

export const minuteOf = (at: number): number => Math.floor(at / MINUTE)
