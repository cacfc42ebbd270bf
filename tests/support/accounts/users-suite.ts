import { afterAll, beforeAll } from 'vitest'
import type { Ctx } from '~/server/access/contract'
import type { BulkLine, NewUser } from '~/server/users/contract'
import { type Domain, openDomain } from '../domain'

export function openUsersSuite() {
  let domain: Domain
  let users: Domain['services']['users']
  let admin: Ctx
  beforeAll(async () => {
    domain = await openDomain()
    users = domain.services.users
    admin = domain.admin
  })
  afterAll(() => domain.close())

  const query = async <T extends object>(text: string, ...values: unknown[]): Promise<T[]> =>
    (await domain.stores.db.pool.query<T>(text, values)).rows

  /** Logs in; returns a function that reads the session's actor. */
  async function session(userId: string) {
    const { cookie } = await domain.services.accounts.sessions.start(userId, domain.as(null))
    const header = cookie.split(';')[0]!
    return async () => (await domain.services.accounts.sessions.authenticate(header, '192.0.2.1')).actor
  }

  const administrators = async (count: number) =>
    (await domain.users(count, 'Admin')).map((member) => ({
      ...member,
      ctx: domain.as(member, { role: 'Admin' })
    }))

  /** Lines of bulk creation; missing values are derived from the name. */
  function lines(...rows: (Partial<NewUser> & { userName: string })[]): BulkLine[] {
    return rows.map((row, index) => {
      const input = { email: `${row.userName}@bulk.example`, password: 'a pass word', ...row }
      return { line: index + 1, userName: input.userName, email: input.email, input, error: null }
    })
  }

  return {
    query,
    session,
    administrators,
    lines,
    get domain() {
      return domain
    },
    get users() {
      return users
    },
    get admin() {
      return admin
    }
  }
}
