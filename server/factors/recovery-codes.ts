import { randomInt } from 'node:crypto'
import type { Change } from '~/server/change'
import { sha256Hex } from '~/server/platform/sha256'
import { RECOVERY_CODES } from './constants'
import type { defineRecoveryCodes } from './model'

/** Without look-alikes: 0 and O, 1 and I. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
/** 80 bits in letters of 5, so that a fast hash is enough. */
const LENGTH = 16
const FORM = new RegExp(`^[${LETTERS}]{${LENGTH}}$`)

/** As codes are compared: without blanks and dashes, in capitals. */
export const plainCode = (typed: string): string => typed.replace(/[\s\p{Pd}]/gu, '').toUpperCase()

export const isRecoveryCode = (plain: string): boolean => FORM.test(plain)

/** Includes the account, so that equal codes of two accounts differ. */
const hashed = (userId: string, plain: string) => sha256Hex(`${userId}:${plain}`)

const create = (): string => Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/** `ABCD-EFGH-JKLM-NPQR` */
const grouped = (code: string) => code.match(/.{4}/g)!.join('-')

/** Replaces all codes and returns the new ones, which are stored only hashed. */
export async function replaceCodes(
  recoveryCodes: ReturnType<typeof defineRecoveryCodes>,
  { transaction }: Change,
  userId: string
): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, create)
  const stored = codes.map((code) => ({ userId, codeHash: hashed(userId, code) }))
  await recoveryCodes.destroy({ where: { userId }, transaction })
  await recoveryCodes.bulkCreate(stored, { transaction })
  return codes.map(grouped)
}

/** Consumes a code; only one of several concurrent calls gets it. False for an unknown or used one. */
export async function consumeRecoveryCode(tx: Change, userId: string, plain: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    'UPDATE recovery_codes SET used_at = now() WHERE user_id = $1 AND code_hash = $2 AND used_at IS NULL',
    [userId, hashed(userId, plain)]
  )
  return rowCount === 1
}
