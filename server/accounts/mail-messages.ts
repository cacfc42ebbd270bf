import { bool, type Database, type RowOf, row, text, uuid } from '~/server/db'
import type { MailMessage, MailOrder } from '~/server/mail/contract'
import { issueToken, type TokenPurpose } from './mail-tokens'
import { nameKey } from './name-key'

const OWNER = { id: uuid, userName: text, email: text, active: bool, awaitsMail: bool }

const COLUMNS = `id, user_name AS "userName", email, active, awaits_mail AS "awaitsMail"`

type LinkKind = 'verify' | 'reset' | 'claim' | 'confirm' | 'invited'

/** Hours that a link is valid; invited people did not ask for the mail and may read it days later. */
const hoursOf = (kind: LinkKind) => (kind === 'invited' ? 7 * 24 : 3)

/** Looks the account up here, not when ordering, so that an order takes the same time for any address. */
export function createMailMessages(
  db: Database,
  linkTo: (kind: LinkKind, token: string, email: string) => string,
  origin: string
) {
  const ownerOf = async ({ userId, address }: MailOrder): Promise<RowOf<typeof OWNER> | undefined> => {
    const [where, value] = userId ? ['id = $1', userId] : ['email_key = $1', nameKey(address)]
    return row(db.pool, OWNER, `SELECT ${COLUMNS} FROM users WHERE ${where} AND role <> 'Banned'`, [value])
  }

  return async (order: MailOrder): Promise<MailMessage | null> => {
    const owner = await ownerOf(order)
    if (!owner) return null
    const { userName, email, active, awaitsMail } = owner
    const message = (kind: MailMessage['kind'], link: string | null, to = email): MailMessage => ({
      kind,
      to,
      userName,
      link,
      locale: order.locale
    })
    const withLink = async (kind: LinkKind, purpose: TokenPurpose, to = email) =>
      message(kind, linkTo(kind, await issueToken(db.pool, owner.id, purpose, to, hoursOf(kind)), to), to)

    switch (order.kind) {
      case 'verify':
        return awaitsMail ? withLink('verify', 'verify') : null
      case 'confirm':
        return active ? withLink('confirm', 'confirm', order.address) : null
      case 'address_changed':
        return message('address_changed', null, order.address)
      case 'invited':
        return active ? withLink('invited', 'reset') : null
      case 'factor_added':
      case 'factor_removed':
      case 'factors_reset':
        return active ? message(order.kind, new URL('/account/Profile#factors', origin).href) : null
      case 'identity_linked':
        return active ? message(order.kind, new URL('/account/Profile#providers', origin).href) : null
      case 'guessed':
        return active ? message('guessed', new URL('/account/Recovery', origin).href) : null
      default:
        // Somebody else may register the address again; a new password decides whose account it is.
        if (awaitsMail) return withLink('claim', 'reset')
        if (!active) return null
        return order.kind === 'registered'
          ? message('registered', new URL('/account/Recovery', origin).href)
          : withLink('reset', 'reset')
    }
  }
}
