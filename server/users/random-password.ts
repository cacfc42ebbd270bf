import { randomInt } from 'node:crypto'

const CLASSES = [
  'abcdefghijklmnopqrstuvwxyz',
  'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  '0123456789',
  '!@#$%^&*()-_=+'
] as const
const LETTERS = CLASSES[0] + CLASSES[1]
const ALL = CLASSES.join('')
const LENGTH = 16

const draw = (from: string) => from[randomInt(from.length)]!

/** Begins with a letter, so that no spreadsheet reads a formula (docs/rules/staff.md#password-made-up). */
export function randomPassword(): string {
  for (;;) {
    const rest = Array.from({ length: LENGTH - 1 }, () => draw(ALL)).join('')
    const password = draw(LETTERS) + rest
    // Drawing again keeps all valid passwords equally likely.
    if (CLASSES.every((letters) => [...letters].some((letter) => password.includes(letter)))) return password
  }
}
