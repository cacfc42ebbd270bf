import type { Accounts } from '~/server/accounts'
import type { MakeChange } from '~/server/change'
import type { Database } from '~/server/db'
import type { Attempts } from '~/server/limits'
import type { Mail } from '~/server/mail'
import type { Caches } from '~/server/platform/cache'
import type { Log } from '~/server/platform/log'
import type { SecretBox } from '~/server/platform/secret-box'
import type { Settings } from '~/server/settings'
import type { StoredSteps } from './login-steps'

export interface FactorDeps {
  db: Database
  caches: Caches
  change: MakeChange
  settings: Settings
  mail: Mail
  accounts: Accounts
  attempts: Attempts
  secretBox: SecretBox
  steps: StoredSteps
  log: Log
  /** Configured, never read from a request. */
  origin: string
  secure: boolean
}
