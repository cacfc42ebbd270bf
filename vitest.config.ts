import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const alias = { '~': fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '') }

/** How long `expect.poll` waits; enough for a machine that is busy with other things. */
const PATIENCE = 30_000

/** Test files at a time. They wait a good deal, so two cores run two; Redis has numbers for seven (tests/support/stores.ts). */
const WORKERS = Math.min(Math.max(availableParallelism(), 2), 4)

const project = (name: string, include: string[], extra = {}) => ({
  resolve: { alias },
  test: {
    name,
    include,
    environment: 'node',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: PATIENCE } },
    ...extra
  }
})

const globalSetup = 'tests/support/template.ts'

export default defineConfig({
  test: {
    minWorkers: 1,
    maxWorkers: WORKERS,
    // Loading the program anew for each file takes longer than most files do.
    isolate: false,
    projects: [
      project('unit', ['{app,server,scoring,jobs,scripts}/**/*.test.{ts,tsx}']),
      project('architecture', ['tests/architecture/**/*.test.ts']),
      project('integration', ['tests/integration/**/*.test.ts'], {
        testTimeout: 180_000,
        hookTimeout: 180_000,
        globalSetup
      }),
      // Its files share an engine and run one after the other (scripts/lib/vitest.mjs).
      project('instances', ['tests/instances/**/*.test.ts'], {
        testTimeout: 180_000,
        hookTimeout: 180_000,
        globalSetup,
        // The second run is told of (scripts/lib/vitest.mjs).
        retry: 1
      }),
      project('browser', ['tests/browser/**/*.test.ts'], {
        testTimeout: 300_000,
        hookTimeout: 300_000,
        globalSetup,
        // The second run is told of (scripts/lib/vitest.mjs).
        retry: 1
      })
    ]
  }
})
