import type { Job } from './job'

/** Removes sessions and links that have run out, accounts that nobody confirmed, mails given up long ago, imports of users that are over, tokens that expired, and attempts to sign in that are over. */
export const purgeAccounts: Job = {
  name: 'purge-accounts',
  schedule: '17 * * * *',
  timeout: 60_000,
  async run({ services }) {
    await services.accounts.purge()
    await services.mail.purge()
    await services.userImports.purge()
    await services.tokens.purge()
    await services.signIn.purge()
    await services.factors.purge()
  }
}
