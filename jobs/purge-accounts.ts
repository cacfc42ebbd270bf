import type { Job } from './job'

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
    await services.teams.purgeInvitations()
    await services.teams.purgeRequests()
    await services.gameStaff.purgeInvitations()
  }
}
