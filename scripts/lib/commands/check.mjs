import { existsSync } from 'node:fs'
import { prepareCheckout } from '../install/prepare.mjs'
import { inRoot } from '../paths.mjs'
import { run } from '../processes/run.mjs'
import { printStatus } from '../terminal/output.mjs'
import { handleShutdownSignals } from '../terminal/shutdown.mjs'
import { countTests, hasTests, runProject } from '../test/vitest.mjs'

const CODE = ['app', 'server', 'scoring', 'jobs', 'scripts']

/** @typedef {{ name: string, program: string, args: string[] }} Check `program` is a file in node_modules */

/** @returns {Check[]} */
const checks = () => [
  { name: 'format and lint', program: '@biomejs/biome/bin/biome', args: ['check', '.'] },
  { name: 'types', program: 'typescript/bin/tsc', args: ['--noEmit', '-p', '.'] },
  { name: 'types of the scripts', program: 'typescript/bin/tsc', args: ['--noEmit', '-p', 'scripts/lib'] },
  {
    name: 'import rules',
    program: 'dependency-cruiser/bin/dependency-cruise.mjs',
    args: [
      ...['--config', '.dependency-cruiser.cjs'],
      ...['--progress', 'none'],
      ...CODE.filter((folder) => existsSync(inRoot(folder)))
    ]
  }
]

/** `npm run check`: runs all checks, even when one fails. @returns {Promise<number>} exit code */
export async function check() {
  const { signal } = handleShutdownSignals(() => process.exit(1))
  await prepareCheckout({ build: 'never', signal })
  const failed = []
  for (const { name, program, args } of checks()) {
    printStatus(`\n— ${name}`)
    const { code } = await run(process.execPath, [inRoot('node_modules', program), ...args], {
      cwd: inRoot(),
      stdio: ['ignore', 'inherit', 'inherit'],
      signal
    })
    if (code !== 0) failed.push(name)
  }
  if (hasTests('unit')) {
    printStatus('\n— unit tests')
    const count = countTests(await runProject('unit', { signal }))
    if (count.failed > 0) failed.push('unit tests')
  }
  printStatus(failed.length === 0 ? '\n✓ All checks passed.' : `\n✗ Failed: ${failed.join(', ')}.`)
  return failed.length === 0 ? 0 : 1
}
