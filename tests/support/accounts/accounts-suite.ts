import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Ctx } from '~/server/access/contract'
import { type Domain, openDomain } from '../domain'
import { configure, sessionContext, someone, visitor } from './accounts'

/** Accounts without confirmation by mail, for all tests of a file; settings are reset before each test. */
export function openAccountsSuite() {
  let domain: Domain
  let accounts: Domain['services']['accounts']
  let sql: Domain['stores']['db']['pool']

  beforeAll(async () => {
    domain = await openDomain()
    accounts = domain.services.accounts
    sql = domain.stores.db.pool
  })
  afterAll(() => domain?.close())
  beforeEach(() => configure(domain, {}))

  const member = async (change: Partial<Ctx> = {}) => {
    const input = someone()
    const { session } = await accounts.register(visitor(change), input)
    return { ...input, cookie: session!.cookie, ctx: await sessionContext(domain, session!.cookie, change) }
  }

  return {
    member,
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
