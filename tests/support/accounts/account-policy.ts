import type { Platform } from '../processes/platform'
import { invalidate } from '../stores/invalidate'
import type { Mailbox } from './mailbox'

/** Stores a policy past the API and invalidates the caches, as the API does. */
export async function setPolicy({ stores: { db, redis } }: Platform, accountPolicy: object): Promise<void> {
  await db.pool.query(
    `INSERT INTO settings (key, value) VALUES ('accountPolicy', $1)
     ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
    [JSON.stringify(accountPolicy)]
  )
  await invalidate(redis, 'settings')
}

export type LinkPage = Parameters<Mailbox['linkTo']>[1]

/** Token and address from the newest link of a mail, as the API takes them. */
export async function newestLinkOf(mailbox: Mailbox, address: string, page: LinkPage) {
  const { searchParams } = new URL(await mailbox.linkTo(address, page), 'http://self')
  return { token: searchParams.get('token') ?? '', email: searchParams.get('email') ?? '' }
}
