import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Ctx } from '~/server/access/contract'
import { hashPassword } from '~/server/accounts'
import { type AppError, isAppError } from '~/server/platform/errors'
import type { Domain } from '../domain'
import { PASSWORD, sessionContext, visitor } from './accounts'

/** A Cookie header from `Set-Cookie` values, without cleared ones. */
export const cookieHeader = (cookies: string[]) =>
  cookies
    .map((cookie) => cookie.split(';')[0]!)
    .filter((pair) => !pair.endsWith('='))
    .join('; ')

/** The app's code for this key, `steps` of 30 s from now. */
export const codeOf = (key: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) }).generate({
    timestamp: Date.now() + steps * 30_000
  })

let hash: Promise<string> | undefined

/** A new account with the password of these tests, and a session of it. */
export async function person(domain: Domain, role: 'User' | 'Monitor' | 'Admin' = 'User') {
  const [member] = await domain.users(1, role)
  const { id, name } = member!
  hash ??= hashPassword(PASSWORD)
  await domain.stores.db.pool.query('UPDATE users SET password_hash = $2 WHERE id = $1', [id, await hash])
  const { cookie } = await domain.services.accounts.sessions.start(id, visitor())
  return { id, name, cookie, ctx: await sessionContext(domain, cookie) }
}
export type Person = Awaited<ReturnType<typeof person>>

/** A visitor at an unused address. */
export const newVisitor = (): Ctx =>
  visitor({ ip: `10.${randomUUID().slice(0, 2).replace(/\D/g, '1')}.${place++ % 250}.7` })
let place = 0

/** Adds an app; returns its key, the code that added it, and recovery codes when it was the first factor. */
export async function addApp({ services }: Domain, ctx: Ctx, cookies: string | null = null, name = 'Phone') {
  const setup = cookieHeader([await services.factors.beginTotp(ctx, cookies)])
  const held = [cookies, setup].filter(Boolean).join('; ')
  const { key } = (await services.factors.pendingTotp(ctx, held))!
  const code = codeOf(key)
  const added = await services.factors.addTotp(ctx, { name, code }, held)
  return { key, code, ...added }
}

/** Sends name and password of an account with a second factor; returns the refusal and the cookie of the next step. */
export async function beginLogin(domain: Domain, userName: string, ctx: Ctx = newVisitor()) {
  const refusal = await domain.services.accounts.login(ctx, { userName, password: PASSWORD }).then(
    () => new Error('logged in without a second factor'),
    (error: AppError) => error
  )
  if (!isAppError(refusal) || refusal.code !== 'account.second_factor') throw refusal
  return { refusal, cookie: cookieHeader([refusal.headers['Set-Cookie']!]) }
}
