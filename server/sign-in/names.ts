import { randomInt } from 'node:crypto'
import { nameKey } from '~/server/accounts'
import { userName } from '~/server/accounts/contract'
import type { Sql } from '~/server/db'

const MAX_NAME_LENGTH = 15

/** Cuts to `most` code units without splitting a character. */
function cut(text: string, most: number): string {
  let kept = ''
  for (const character of text) {
    if (kept.length + character.length > most) break
    kept += character
  }
  return kept.trim()
}

function validName(name: string): string | null {
  const plain = name.normalize('NFKC').replace(/[\p{C}\p{Zl}\p{Zp}@]/gu, '')
  const parsed = userName.safeParse(cut(plain.trim(), MAX_NAME_LENGTH))
  return parsed.success ? parsed.data : null
}

/** A free user name from the provider's, numbered if taken. Another request may take it first; the caller retries. */
export async function findFreeUserName(
  sql: Sql,
  names: readonly string[],
  reserved: (name: string) => Promise<boolean>
): Promise<string> {
  const valid = names.map(validName).find((name) => name !== null) ?? 'player'
  for (let tried = 0; tried < 20; tried++) {
    const name =
      tried === 0 && valid !== 'player'
        ? valid
        : `${cut(valid, MAX_NAME_LENGTH - 5)}${randomInt(10_000, 100_000)}`
    const taken = await sql.query('SELECT FROM users WHERE user_name_key = $1', [nameKey(name)])
    if (!taken.rowCount && !(await reserved(name))) return name
  }
  throw new Error('No free user name was found')
}
