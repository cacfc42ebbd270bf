import type { Change } from '~/server/change'
import { row, text } from '~/server/db'
import type { MailKind } from './contract'
import type { Mail } from './service'

/** Tells an account, at its address, of a change to how one logs in to it; nothing without a mail server. */
export async function orderToOwner(
  tx: Change,
  mail: Mail,
  kind: Extract<MailKind, 'factor_added' | 'factor_removed' | 'factors_reset' | 'identity_linked'>,
  userId: string
): Promise<void> {
  if (!mail.configured) return
  const owner = await row(tx, { email: text }, 'SELECT email FROM users WHERE id = $1', [userId])
  if (owner) await mail.order(tx, { kind, userId, address: owner.email, locale: tx.ctx.locale })
}
