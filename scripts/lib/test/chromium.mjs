import { accessSync, constants } from 'node:fs'
import { installSystemPackage } from '../install/system-packages.mjs'
import { which } from '../processes/run.mjs'
import { startProgress } from '../terminal/output.mjs'

/** The headless shell first, which needs a third of the CPU of a whole browser. */
const PROGRAMS = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome'
]
const PACKAGES = {
  'apt-get': ['chromium-headless-shell', 'chromium'],
  dnf: ['chromium'],
  apk: ['chromium'],
  pacman: ['chromium']
}

/** @param {string} path */
const canExecute = (path) => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** @returns {Promise<string | null>} */
async function find() {
  const { chromium } = await import('playwright')
  const candidates = [process.env.CHROMIUM_PATH, ...PROGRAMS.map(which), chromium.executablePath()]
  return candidates.find((path) => path && canExecute(path)) ?? null
}

/**
 * A Chromium for the browser tests: the one of CHROMIUM_PATH, the system's, Playwright's, or installed now.
 * @param {AbortSignal} [signal] @returns {Promise<string | null>} its path; null when none can be installed
 */
export async function obtainChromium(signal) {
  const found = await find()
  if (found) return found
  const progress = startProgress('Installing Chromium')
  await installSystemPackage(PACKAGES, { onLine: (line) => progress.update(line), signal })
  const installed = await find()
  if (installed) progress.succeed(installed)
  else progress.fail()
  return installed
}
