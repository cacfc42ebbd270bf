export { NEVER, wireTime as toWire } from '~/server/platform/time'

/** Wire time as milliseconds. */
export const fromWire = (time: string): number => Date.parse(time)
