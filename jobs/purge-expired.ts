import type { Services } from '~/server/services'
import type { Job } from './job'

const PURGES: Record<string, (services: Services) => Promise<unknown>> = {
  accounts: ({ accounts }) => accounts.purge(),
  mail: ({ mail }) => mail.purge(),
  imports: ({ userImports }) => userImports.purge(),
  tokens: ({ tokens }) => tokens.purge(),
  'sign-in': ({ signIn }) => signIn.purge(),
  factors: ({ factors }) => factors.purge(),
  invitations: ({ teams }) => teams.purgeInvitations(),
  requests: ({ teams }) => teams.purgeRequests(),
  'staff-invitations': ({ gameStaff }) => gameStaff.purgeInvitations()
}

/** Each on its own: one that fails every hour must not keep what the others would delete. */
export const purgeExpired: Job = {
  name: 'purge-expired',
  schedule: '17 * * * *',
  timeout: 60_000,
  async run({ services, log }) {
    const failed: string[] = []
    for (const [name, purge] of Object.entries(PURGES))
      await purge(services).catch((err: unknown) => {
        failed.push(name)
        log.error({ reason: name, err }, 'purge_failed')
      })
    if (failed.length > 0) throw new Error(`Not purged: ${failed.join(', ')}`)
  }
}
