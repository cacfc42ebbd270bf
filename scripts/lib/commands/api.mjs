import { test } from '../test/test-run.mjs'

const CONTRACT = ['--project', 'integration', 'tests/integration/api/contract.test.ts']

/**
 * `npm run api`: the test of the contract writes what it otherwise compares. Twice, because the document that the platform
 * serves has the examples of the last time.
 * @returns {Promise<number>} exit code
 */
export async function writeApi() {
  process.env.HALYARD_WRITE_API = '1'
  for (let pass = 1; pass <= 2; pass++) {
    const code = await test(CONTRACT)
    if (code !== 0) return code
  }
  return 0
}
