import { randomInt } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const alias = { '~': fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '') }

// `npm test` tells which one it was; the workers inherit it.
process.env.TEST_SEED ??= String(randomInt(2 ** 31))

/** How long `expect.poll` waits, enough for a machine that is busy with other things, and how often it looks. */
const POLL = { timeout: 30_000, interval: 100 }

/** Test files at a time. More than cores only makes each take longer. Redis has numbers for seven (tests/support/stores/stores.ts). */
const WORKERS = Math.min(Math.max(availableParallelism(), 2), 6)

const REMIX = ['contract', 'access', 'hostile-values', 'cookie-aliases', 'client'].map(
  (name) => `tests/integration/api/${name}.test.ts`
)

const project = (name: string, include: string[], extra = {}) => ({
  resolve: { alias },
  test: {
    name,
    include,
    environment: 'node',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: POLL },
    ...extra
  }
})

/**
 * Tests that start processes, engines and browsers share the machine with whatever else it does: one that fails is run once
 * more, and `npm test` lists those that passed only then as flaky (scripts/lib/test).
 */
const PROCESSES = { retry: 1, globalSetup: 'tests/support/stores/template.ts' }

export default defineConfig({
  test: {
    // A worker that is idle for a moment stays: one that is ended may have been given the next file already.
    minWorkers: WORKERS,
    maxWorkers: WORKERS,
    // Loading the program anew for each file takes longer than most files do.
    isolate: false,
    projects: [
      project('unit', ['{app,server,scoring,jobs,scripts}/**/*.test.{ts,tsx}'], {
        setupFiles: 'tests/support/seed.ts'
      }),
      project('architecture', ['tests/architecture/**/*.test.ts']),
      project('integration', ['tests/integration/**/*.test.ts'], {
        testTimeout: 180_000,
        hookTimeout: 180_000,
        ...PROCESSES
      }),
      // Calls answered by Remix itself instead of ahead of it: each of them, and what depends on the way there (bodies,
      // headers, cookies, files). What a call does is the same function either way.
      project('remix', [...REMIX, 'tests/integration/assets/images.test.ts'], {
        testTimeout: 180_000,
        hookTimeout: 180_000,
        ...PROCESSES,
        env: { API_AHEAD: 'off' }
      }),
      // Its files share an engine and run one after the other, beside the other projects (scripts/lib).
      project('instances', ['tests/instances/**/*.test.ts'], {
        testTimeout: 180_000,
        hookTimeout: 180_000,
        ...PROCESSES
      }),
      project('browser', ['tests/browser/**/*.test.ts'], {
        testTimeout: 300_000,
        hookTimeout: 300_000,
        ...PROCESSES
      })
    ]
  }
})
