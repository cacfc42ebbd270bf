import type { Change } from '~/server/change'
import { row, text } from '~/server/db'
import type { Mail } from '~/server/mail'

export async function orderMail(
  tx: Change,
  mail: Mail,
  kind: 'factor_added' | 'factor_removed' | 'factors_reset',
  userId: string
): Promise<void> {
  if (!mail.configured) return
  const owner = await row(tx, { email: text }, 'SELECT email FROM users WHERE id = $1', [userId])
  if (owner) await mail.order(tx, { kind, userId, address: owner.email, locale: tx.ctx.locale })
}
