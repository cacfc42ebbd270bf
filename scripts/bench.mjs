// npm run bench
import { requireNode } from './lib/require-node.mjs'

requireNode()
const { command } = await import('./lib/command.mjs')
const { setup } = await import('./lib/setup.mjs')
const { inRoot } = await import('./lib/paths.mjs')
const { run } = await import('./lib/processes.mjs')
const { listenForStop } = await import('./lib/stopper.mjs')

await command(async () => {
  const { signal } = listenForStop(() => process.exit(1))
  await setup({ build: 'stale', signal })
  const args = ['--import', 'tsx', inRoot('tests/bench/main.ts'), ...process.argv.slice(2)]
  const { code } = await run(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'], signal })
  return code
})
