// What a container runs, from an existing build: the one process that HALYARD_ROLE or --role names, or a command such as
// `backup FILE`.
import { requireNode } from './lib/require-node.mjs'

requireNode()
const { readRole, refuseOptions, runCommand, runRole } = await import('./lib/platform/role.mjs')
const { errorMessages } = await import('./lib/terminal/errors.mjs')

try {
  const argv = process.argv.slice(2)
  if (!(await runCommand(argv))) {
    const { role, rest } = readRole(argv, process.env)
    if (role === 'all')
      throw new Error('Set HALYARD_ROLE to web, scoring, jobs or migrate; "npm start" runs all in one.')
    refuseOptions(role, rest)
    await runRole(role)
  }
} catch (error) {
  for (const message of errorMessages(error)) process.stderr.write(`${message}\n`)
  process.exit(1)
}
