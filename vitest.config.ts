import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const alias = { '~': fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '') }

const project = (name: string, include: string[], extra = {}) => ({
  resolve: { alias },
  test: { name, include, environment: 'node', ...extra }
})

export default defineConfig({
  test: {
    projects: [
      project('unit', ['{app,server,scoring,jobs,scripts}/**/*.test.{ts,tsx}']),
      project('architecture', ['tests/architecture/**/*.test.ts'], { testTimeout: 60_000 }),
      project('integration', ['tests/integration/**/*.test.ts'], {
        testTimeout: 60_000,
        hookTimeout: 120_000,
        fileParallelism: false
      }),
      project('browser', ['tests/browser/**/*.test.ts'], {
        testTimeout: 90_000,
        hookTimeout: 180_000,
        fileParallelism: false
      })
    ]
  }
})
