import { accessSync, constants } from 'node:fs'
import { installSystemPackage } from '../install/system-packages.mjs'
import { run, which } from '../processes/run.mjs'
import { startProgress } from '../terminal/output.mjs'

/** Needs half of the CPU of a whole browser. */
const SHELL = 'chromium-headless-shell'
const PROGRAMS = [SHELL, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const PACKAGES = {
  'apt-get': [SHELL, 'chromium'],
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

/** Whether a whole browser is there, and the package manager knows of the headless shell. @param {string | null} found */
const isShellBetter = async (found) =>
  !process.env.CHROMIUM_PATH &&
  !found?.includes('headless') &&
  which('apt-cache') !== null &&
  (await run('apt-cache', ['show', SHELL])).code === 0

/**
 * A Chromium for the browser tests: the one of CHROMIUM_PATH, the system's, Playwright's, or installed now. The headless
 * shell is installed beside a whole browser where that is permitted.
 * @param {AbortSignal} [signal] @returns {Promise<string | null>} its path; null when none can be installed
 */
export async function obtainChromium(signal) {
  const found = await find()
  if (found && !(await isShellBetter(found))) return found
  const progress = startProgress('Installing Chromium')
  await installSystemPackage(found ? { 'apt-get': [SHELL] } : PACKAGES, {
    onLine: (line) => progress.update(line),
    signal
  })
  const installed = await find()
  if (installed) progress.succeed(installed)
  else progress.fail()
  return installed
}
