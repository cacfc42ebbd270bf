import { installSystemPackage } from '../install/system-packages.mjs'
import { run } from '../processes/run.mjs'
import { printStatus, startProgress } from '../terminal/output.mjs'

/** The system's Python, which is the one that has the system's packages. */
const PYTHON = '/usr/bin/python3'
const PACKAGES = {
  'apt-get': [['swift-proxy', 'swift-account', 'swift-container', 'swift-object']]
}

const isThere = async () =>
  (await run(PYTHON, ['-c', 'import eventlet, swift.proxy.server, swift.common.middleware.s3api.s3api']))
    .code === 0

/**
 * OpenStack Swift, whose S3 interface the tests of object storage use: the system's, or installed now.
 * @param {AbortSignal} [signal] @returns {Promise<string | null>} a Python that has it; null when it cannot be installed
 */
export async function obtainSwift(signal) {
  if (await isThere()) return PYTHON
  const progress = startProgress('Installing OpenStack Swift')
  await installSystemPackage(PACKAGES, { onLine: (line) => progress.update(line), signal })
  const python = (await isThere()) ? PYTHON : null
  if (python) progress.succeed(python)
  else progress.fail()
  return python
}

const STORE_TESTS = 'tests/integration/files'

/**
 * @param {import('./vitest.mjs').ProjectName} project @param {string[]} filters @param {AbortSignal} signal
 * @returns {Promise<{ SWIFT_PYTHON?: string }>} {} where no store is needed or there is none
 */
export async function objectStoreFor(project, filters, signal) {
  const isNeeded = filters.length === 0 || filters.some((filter) => filter.includes(STORE_TESTS))
  if (project !== 'integration' || !isNeeded) return {}
  const python = await obtainSwift(signal)
  if (python) return { SWIFT_PYTHON: python }
  printStatus(
    '— object storage is NOT tested: it needs OpenStack Swift (apt install swift-proxy swift-account swift-container swift-object).'
  )
  return {}
}
