import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type Domain, openDomain } from '../domain'
import { configure, sessionContext } from './accounts'
import { type Mailbox, openMailbox } from './mailbox'
import { cookieHeader, type Person } from './second-factors'

/** Accounts with second factors and a mailbox, for all tests of a file. */
export function openSecondFactorsSuite() {
  let box: Mailbox
  let domain: Domain
  beforeAll(async () => {
    box = await openMailbox()
    domain = await openDomain({
      ...{ SMTP_HOST: '127.0.0.1', SMTP_PORT: box.port, MAIL_FROM: 'ctf@halyard.example' },
      HALYARD_RATE_LIMITS: 'on'
    })
  })
  afterAll(async () => {
    await domain?.close()
    await box?.down()
  })
  beforeEach(() => configure(domain, {}))

  const sql = async (text: string, ...values: unknown[]) =>
    (await domain.stores.db.pool.query(text, values)).rows
  const factors = () => domain.services.factors
  const actorOf = async (cookies: string[]) => (await sessionContext(domain, cookieHeader(cookies))).actor
  /** Makes the session so old that it must confirm its owner. */
  const age = ({ ctx }: Person) =>
    sql(
      `UPDATE sessions SET confirmed_at = now() - interval '11 minutes' WHERE id = $1`,
      ctx.actor!.sessionId
    )
  const emailOf = async ({ id }: Person) =>
    (await sql('SELECT email FROM users WHERE id = $1', id))[0].email as string
  const audits = async ({ id }: Person) =>
    (await sql('SELECT action FROM audit_events WHERE target = $1 ORDER BY id', `user:${id}`)).map(
      ({ action }) => action
    )

  return {
    sql,
    factors,
    actorOf,
    age,
    emailOf,
    audits,
    get box() {
      return box
    },
    get domain() {
      return domain
    }
  }
}
