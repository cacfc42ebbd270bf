import type { Accounts } from '~/server/accounts'
import type { MakeChange } from '~/server/change'
import type { Database } from '~/server/db'
import type { Log } from '~/server/platform/log'
import type { Redis } from '~/server/platform/redis'
import type { SecretBox } from '~/server/platform/secret-box'

export interface RehearsalNeeds {
  db: Database
  change: MakeChange
  redis: Redis
  secretBox: SecretBox
  log: Log
  accounts: Pick<Accounts, 'sessions'>
}
