import { systemCtx } from './access'
import { migrate } from './migrations'
import { randomHex } from './platform/ids'
import { runOnce } from './process'
import { claimSecret } from './secret'
import { readProvided } from './sign-in'

/**
 * Migrates, then creates the first administrator and post. stdout is one JSON line with a generated password, for the
 * launcher (docs/rules/accounts.md#first-administrator). `--reset-admin` gives it to an existing administrator.
 */
await runOnce('migrate', async ({ env, db, services }) => {
  for (const name of await migrate(db)) process.stderr.write(`Applied ${name}\n`)
  await claimSecret(db, env.HALYARD_SECRET)
  const given = env.HALYARD_ADMIN_PASSWORD
  const password = given ?? `${randomHex(4)}-${randomHex(4)}-${randomHex(4)}`
  const { ensureAdministrator, resetAdministrator } = services.accounts
  const made = await ensureAdministrator(systemCtx(), password)
  const reset = !made && process.argv.includes('--reset-admin')
  const userName = reset ? await resetAdministrator(systemCtx(), password) : made
  if (userName && !given) process.stdout.write(`${JSON.stringify({ admin: { userName, password } })}\n`)
  await services.signIn.provide(systemCtx(), await readProvided(env.SIGN_IN_PROVIDERS))
  await services.posts.ensureFirst(systemCtx())
})
