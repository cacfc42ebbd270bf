import type { Database } from '~/server/db'
import { createServices } from '~/server/services'
import { UserError } from '../../shared/output'
import { closePlatform, ctxOf, openPlatform, type Platform } from '../../shared/platform'
import { logIn } from './game'
import type { Http } from './http'

interface AdminSession {
  cookie: string
  /** Secret from which the passwords of the players' accounts are derived. */
  key: string
  /** Database from which the board is rebuilt; null when only the address is known. */
  db: Database | null
  /** Ends a session that was created for the replay, and closes the stores. */
  close(): Promise<void>
}

export interface AdminOptions {
  adminPassword: string | null
  /** The environment's stores belong to the platform at this address. */
  ownStores: boolean
}

const ADMINISTRATOR = 'Admin'

/** Logs in with the given password; without one, writes a session into the database, if that is known. */
export async function openAdminSession(
  http: Http,
  { adminPassword, ownStores }: AdminOptions
): Promise<AdminSession> {
  const platform = ownStores && process.env.DATABASE_URL ? await openPlatform() : null
  const password = adminPassword ?? process.env.HALYARD_ADMIN_PASSWORD
  const close = async () => {
    if (platform) await closePlatform(platform)
  }
  try {
    const cookie = password ? await logIn(http, ADMINISTRATOR, password) : null
    const key = platform?.env.HALYARD_SECRET ?? password ?? ''
    if (cookie) return { cookie, key, db: platform?.db ?? null, close }
    if (password && (adminPassword || !platform))
      throw new UserError(`The password of ${ADMINISTRATOR} is another one; --admin-password tells it.`)
    if (!platform)
      throw new UserError(
        `The password of ${ADMINISTRATOR} is needed: --admin-password or HALYARD_ADMIN_PASSWORD.`
      )
    const session = await ownSession(platform)
    return { cookie: session.cookie, key, db: platform.db, close: () => session.end().then(close) }
  } catch (error) {
    await close()
    throw error
  }
}

/** Creates a session of the first administrator. */
async function ownSession({
  db,
  cache,
  env,
  log
}: Platform): Promise<{ cookie: string; end(): Promise<void> }> {
  if (!cache) throw new UserError('Without Redis only --admin-password leads into the platform.')
  const { rows } = await db.pool.query<{ id: string }>(
    `SELECT id FROM users WHERE role = 'Admin' AND active ORDER BY registered_at LIMIT 1`
  )
  if (!rows[0]) throw new UserError('The platform has no administrator.')
  const { sessions } = createServices({ ...cache, db, env, log }).accounts
  const cookie = (await sessions.start(rows[0].id, ctxOf())).cookie.split(';')[0]!
  return { cookie, end: async () => void (await sessions.end(cookie)) }
}
