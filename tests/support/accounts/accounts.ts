import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { sendMail } from '~/jobs/send-mail'
import type { Ctx } from '~/server/access/contract'
import { createI18n } from '~/server/platform/i18n'
import type { PlatformSettings } from '~/server/settings/contract'
import type { Domain } from '../domain'
import { invalidate } from '../stores/invalidate'

export const PASSWORD = 'a pass phrase'
const translator = createI18n()

/** Stores settings; returns when `services` have them. */
export async function configure(
  { stores, services }: Pick<Domain, 'stores'> & { services?: Domain['services'] },
  change: Partial<PlatformSettings['accountPolicy']>,
  global: Partial<PlatformSettings['globalConfig']> = {}
): Promise<void> {
  const policy = { emailConfirmationRequired: false, activeOnRegister: true, useCaptcha: false, ...change }
  for (const [key, value] of Object.entries({ accountPolicy: policy, globalConfig: global }))
    await stores.db.pool.query(
      'INSERT INTO settings VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
      [key, JSON.stringify(value)]
    )
  await invalidate(stores.redis, 'settings')
  const told = { accountPolicy: policy, globalConfig: global }
  if (services) await expect.poll(() => services.settings.read()).toMatchObject(told)
}

export function someone(change: object = {}) {
  const userName = `u${randomUUID().slice(0, 8)}`
  return { userName, email: `${userName}@halyard.example`, password: PASSWORD, ...change }
}

export const visitor = (change: Partial<Ctx> = {}): Ctx => ({
  now: new Date(),
  actor: null,
  ip: '192.0.2.7',
  userAgent: 'a browser',
  requestId: randomUUID(),
  locale: 'en-US',
  ...change
})

/** Sends due mails of the outbox. */
export const deliver = ({ services, stores }: Domain) =>
  sendMail.run({ services, translator, log: stores.log, signal: AbortSignal.timeout(30_000) })

/** Token and address of a mailed link, as the API takes them. */
export function linkParameters(link: string): { token: string; email: string } {
  const { searchParams } = new URL(link)
  return { token: searchParams.get('token') ?? '', email: searchParams.get('email') ?? '' }
}

/** The actor of a session cookie that a service set. */
export async function sessionContext(
  { services }: Domain,
  cookie: string,
  change: Partial<Ctx> = {}
): Promise<Ctx> {
  const { actor } = await services.accounts.sessions.authenticate(cookie.split(';')[0]!, '192.0.2.1')
  return visitor({ actor, ...change })
}
