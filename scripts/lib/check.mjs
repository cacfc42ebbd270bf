import { existsSync } from 'node:fs'
import { inRoot } from './paths.mjs'
import { run } from './processes.mjs'
import { note } from './say.mjs'
import { setup } from './setup.mjs'
import { listenForStop } from './stopper.mjs'
import { hasTests, runProject } from './vitest.mjs'

const CODE = ['app', 'server', 'scoring', 'jobs', 'scripts']

/** The checks that are programs of their own: name, program in node_modules, arguments. */
const checks = () => [
  ['format and lint', '@biomejs/biome/bin/biome', ['check', '.']],
  ['types', 'typescript/bin/tsc', ['--noEmit', '-p', '.']],
  [
    'import rules',
    'dependency-cruiser/bin/dependency-cruise.mjs',
    [
      '--config',
      '.dependency-cruiser.cjs',
      '--progress',
      'none',
      ...CODE.filter((folder) => existsSync(inRoot(folder)))
    ]
  ]
]

/**
 * `npm run check`: format, lint, types, import rules and unit tests; all of them, even when one fails.
 * @returns {Promise<number>} exit code
 */
export async function check() {
  const { signal } = listenForStop(() => process.exit(1))
  await setup({ build: 'never', signal })
  const failed = []
  for (const [name, program, args] of checks()) {
    note(`\n— ${name}`)
    const { code } = await run(process.execPath, [inRoot('node_modules', program), ...args], {
      cwd: inRoot(),
      stdio: ['ignore', 'inherit', 'inherit'],
      signal
    })
    if (code !== 0) failed.push(name)
  }
  if (hasTests('unit')) {
    note('\n— unit tests')
    const count = await runProject('unit', { signal })
    if (count.failed > 0) failed.push('unit tests')
  }
  note(failed.length === 0 ? '\n✓ All checks passed.' : `\n✗ Failed: ${failed.join(', ')}.`)
  return failed.length === 0 ? 0 : 1
}
