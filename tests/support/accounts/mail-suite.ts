import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type Domain, openDomain } from '../domain'
import { configure } from './accounts'
import { type Mailbox, openMailbox } from './mailbox'

/** Accounts that are confirmed by mail, with a mailbox, for all tests of a file. */
export function openMailSuite() {
  let box: Mailbox
  let domain: Domain
  let accounts: Domain['services']['accounts']
  let sql: Domain['stores']['db']['pool']

  const BY_MAIL = { activeOnRegister: false, emailConfirmationRequired: true }

  beforeAll(async () => {
    box = await openMailbox()
    domain = await openDomain({
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: box.port,
      MAIL_FROM: 'ctf@halyard.example',
      PUBLIC_URL: 'https://ctf.halyard.example'
    })
    accounts = domain.services.accounts
    sql = domain.stores.db.pool
  })
  afterAll(async () => {
    await domain?.close()
    await box?.down()
  })
  beforeEach(() => configure(domain, BY_MAIL, { title: 'Harbour' }))

  const stored = async (email: string) =>
    (await sql.query('SELECT * FROM users WHERE email_key = $1', [email.toLowerCase()])).rows[0]

  return {
    BY_MAIL,
    stored,
    get box() {
      return box
    },
    get domain() {
      return domain
    },
    get accounts() {
      return accounts
    },
    get sql() {
      return sql
    }
  }
}
