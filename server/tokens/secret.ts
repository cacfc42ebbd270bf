import { createHash, randomInt } from 'node:crypto'
import { TOKEN_PREFIX } from './constants'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
/** Of 62 letters each: 238 bits. */
const LENGTH = 40
const FORM = new RegExp(`^${TOKEN_PREFIX}[A-Za-z0-9]{${LENGTH}}$`)
/** Letters after the prefix that lists show, so that owners tell their tokens apart. */
const SHOWN = 4

/** A new token. */
export const createSecret = (): string =>
  TOKEN_PREFIX + Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/** Whether it can be one of ours; nothing else is looked up. */
export const isSecret = (text: string): boolean => FORM.test(text)

/** What is stored. Tokens are random, so a fast hash is enough: a copy of the table holds no usable one. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')

export const hintOf = (secret: string): string => secret.slice(0, TOKEN_PREFIX.length + SHOWN)
