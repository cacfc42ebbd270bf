import type { Accounts } from '~/server/accounts'
import type { MakeChange } from '~/server/change'
import type { Database } from '~/server/db'
import type { LoginSteps } from '~/server/factors/contract'
import type { Attempts } from '~/server/limits'
import type { Mail } from '~/server/mail'
import type { Log } from '~/server/platform/log'
import type { Redis } from '~/server/platform/redis'
import type { SecretBox } from '~/server/platform/secret-box'
import type { Plugins } from '~/server/plugins'
import type { Settings } from '~/server/settings'
import type { Client } from './oidc-client'

export interface SignInDeps {
  db: Database
  redis: Redis
  change: MakeChange
  settings: Settings
  accounts: Accounts
  attempts: Attempts
  secretBox: SecretBox
  client: Client
  steps: LoginSteps
  mail: Mail
  plugins: Pick<Plugins, 'register'>
  log: Log
  secure: boolean
}
