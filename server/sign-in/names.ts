import { randomInt } from 'node:crypto'
import { nameKey } from '~/server/accounts'
import { userName } from '~/server/accounts/contract'
import type { Sql } from '~/server/db'

const LONGEST = 15

/** A text cut to so many code units, between characters. */
function cut(text: string, most: number): string {
  let kept = ''
  for (const character of text) {
    if (kept.length + character.length > most) break
    kept += character
  }
  return kept.trim()
}

/** What a name becomes by the rules of user names; null when nothing is left. */
function validName(name: string): string | null {
  const plain = name.normalize('NFKC').replace(/[\p{C}\p{Zl}\p{Zp}@]/gu, '')
  const parsed = userName.safeParse(cut(plain.trim(), LONGEST))
  return parsed.success ? parsed.data : null
}

/**
 * A free user name for a new account: the first of those that the provider gave, with a number where it is taken.
 * Whoever gets it at the same time wins; the caller asks again.
 */
export async function freeName(
  sql: Sql,
  names: readonly string[],
  reserved: (name: string) => Promise<boolean>
): Promise<string> {
  const valid = names.map(validName).find((name) => name !== null) ?? 'player'
  for (let tried = 0; tried < 20; tried++) {
    const name =
      tried === 0 && valid !== 'player' ? valid : `${cut(valid, LONGEST - 5)}${randomInt(10_000, 100_000)}`
    const taken = await sql.query('SELECT FROM users WHERE user_name_key = $1', [nameKey(name)])
    if (!taken.rowCount && !(await reserved(name))) return name
  }
  throw new Error('No free user name was found')
}
