export { NEVER, wireTime as toWire } from '~/server/platform/time'

/** Unix milliseconds. */
export const fromWire = (time: string): number => Date.parse(time)
