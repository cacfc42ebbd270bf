import { installSystemPackage } from '../install/system-packages.mjs'
import { which } from '../processes/run.mjs'
import { startProgress } from '../terminal/output.mjs'

const PACKAGES = {
  'apt-get': ['tshark'],
  dnf: ['wireshark-cli'],
  apk: ['tshark'],
  pacman: ['wireshark-cli']
}

/**
 * A tshark, which reads captures independently of our code: the system's, or installed now.
 * @param {AbortSignal} [signal] @returns {Promise<string | null>} its path; null when it cannot be installed
 */
export async function obtainTshark(signal) {
  const found = which('tshark')
  if (found) return found
  const progress = startProgress('Installing tshark')
  await installSystemPackage(PACKAGES, { onLine: (line) => progress.update(line), signal })
  const installed = which('tshark')
  if (installed) progress.succeed(installed)
  else progress.fail()
  return installed
}
