import { randomInt } from 'node:crypto'

/** Lower case, upper case, digits, symbols. */
const CLASSES = [
  'abcdefghijklmnopqrstuvwxyz',
  'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  '0123456789',
  '!@#$%^&*()-_=+'
] as const
const ALL = CLASSES.join('')
const LENGTH = 16

const draw = (from: string) => from[randomInt(from.length)]!

/** Sixteen characters with at least one of each class (behaviour.md 9, Reset password). */
export function randomPassword(): string {
  for (;;) {
    const password = Array.from({ length: LENGTH }, () => draw(ALL)).join('')
    // Drawing again keeps all passwords that have every class equally likely.
    if (CLASSES.every((letters) => [...letters].some((letter) => password.includes(letter)))) return password
  }
}
