import { invalidate } from '../invalidate'
import type { Platform } from '../platform'
import type { Mailbox } from './mailbox'

/** Sets who may get an account, behind the platform's back, and says so as it does itself. */
export async function setPolicy({ stores: { db, redis } }: Platform, accountPolicy: object): Promise<void> {
  await db.pool.query(
    `INSERT INTO settings (key, value) VALUES ('accountPolicy', $1)
     ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
    [JSON.stringify(accountPolicy)]
  )
  await invalidate(redis, 'settings')
}

export type LinkPage = Parameters<Mailbox['linkTo']>[1]

/** What the newest link of a mail says, as the calls take it. */
export async function linkOf(mailbox: Mailbox, address: string, page: LinkPage) {
  const { searchParams } = new URL(await mailbox.linkTo(address, page), 'http://self')
  return { token: searchParams.get('token') ?? '', email: searchParams.get('email') ?? '' }
}
