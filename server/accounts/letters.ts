import type { Letter, MailOrder } from '~/server/mail/contract'
import type { Database } from '~/server/platform/db'
import { nameKey } from './names'
import { issueToken, type TokenPurpose } from './tokens'

interface Owner {
  id: string
  userName: string
  email: string
  active: boolean
  awaitsMail: boolean
}

const COLUMNS = `id, user_name AS "userName", email, active, awaits_mail AS "awaitsMail"`

/**
 * Makes the mail that an order of the outbox stands for, with a fresh link. Whether there is an account is looked up
 * here and not where the mail is asked for, so that the asking takes the same time for any address.
 */
export function createLetters(
  db: Database,
  linkTo: (kind: 'verify' | 'reset' | 'claim' | 'confirm', token: string, email: string) => string,
  origin: string
) {
  const ownerOf = async ({ userId, address }: MailOrder): Promise<Owner | null> => {
    const [where, value] = userId ? ['id = $1', userId] : ['email_key = $1', nameKey(address)]
    const { rows } = await db.pool.query<Owner>(
      `SELECT ${COLUMNS} FROM users WHERE ${where} AND role <> 'Banned'`,
      [value]
    )
    return rows[0] ?? null
  }

  /** null when there is nobody any more to whom it should go. */
  return async (order: MailOrder): Promise<Letter | null> => {
    const owner = await ownerOf(order)
    if (!owner) return null
    const { userName, email, active, awaitsMail } = owner
    const letter = (kind: Letter['kind'], link: string | null, to = email): Letter => ({
      kind,
      to,
      userName,
      link,
      locale: order.locale
    })
    const withLink = async (
      kind: 'verify' | 'reset' | 'claim' | 'confirm',
      purpose: TokenPurpose,
      to = email
    ) => letter(kind, linkTo(kind, await issueToken(db.pool, owner.id, purpose, to), to), to)

    switch (order.kind) {
      case 'verify':
        return awaitsMail ? withLink('verify', 'verify') : null
      case 'confirm':
        return active ? withLink('confirm', 'confirm', order.address) : null
      case 'address_changed':
        return letter('address_changed', null, order.address)
      default:
        // Somebody who registers again may not be who registered first: a new password settles whose account it is.
        if (awaitsMail) return withLink('claim', 'reset')
        if (!active) return null
        return order.kind === 'registered'
          ? letter('registered', new URL('/account/Recovery', origin).href)
          : withLink('reset', 'reset')
    }
  }
}
