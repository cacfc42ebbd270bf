import { randomInt } from 'node:crypto'
import { TOKEN_PREFIX } from './constants'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
/** 238 bits in letters of 62. */
const LENGTH = 40
const FORM = new RegExp(`^${TOKEN_PREFIX}[A-Za-z0-9]{${LENGTH}}$`)
const SHOWN = 4

export const createSecret = (): string =>
  TOKEN_PREFIX + Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/** By its form alone. */
export const isSecret = (text: string): boolean => FORM.test(text)

/** The beginning, by which owners recognise a token. */
export const hintOf = (secret: string): string => secret.slice(0, TOKEN_PREFIX.length + SHOWN)
