import { installSystemPackage } from '../install/system-packages.mjs'
import { run } from '../processes/run.mjs'
import { startProgress } from '../terminal/output.mjs'

/** The system's own: its packages are not those of another Python on the path. */
const PYTHON = '/usr/bin/python3'
const PACKAGES = {
  'apt-get': [['swift-proxy', 'swift-account', 'swift-container', 'swift-object']]
}

const isThere = async () =>
  (await run(PYTHON, ['-c', 'import eventlet, swift.proxy.server, swift.common.middleware.s3api.s3api']))
    .code === 0

/**
 * OpenStack Swift, whose S3 interface the tests of object storage use: the system's, or installed now.
 * @param {AbortSignal} [signal]
 * @returns {Promise<string | null>} a Python that has it; null when there is none and none can be installed
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
