import { accessSync, constants } from 'node:fs'
import { installSystemPackage } from '../install/system-packages.mjs'
import { which } from '../processes/run.mjs'
import { startProgress } from '../terminal/output.mjs'

/** Needs a third of the CPU of a whole browser; has no notifications. */
const SHELL = 'chromium-headless-shell'
const WHOLE = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
/** Both where there are both: some tests need the whole one. */
const PACKAGES = {
  'apt-get': [[SHELL, 'chromium'], 'chromium'],
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

/** @param {(string | null | undefined)[]} candidates */
const firstOf = (candidates) => candidates.find((path) => path && canExecute(path)) ?? null

/**
 * @typedef {object} Chromium
 * @property {string} path the one for most tests: of CHROMIUM_PATH, the headless shell, or the whole one
 * @property {string} whole a browser with all that people have
 */

/** @returns {Promise<Chromium | null>} null without a whole one */
async function find() {
  const { chromium } = await import('playwright')
  const given = process.env.CHROMIUM_PATH
  const whole = firstOf([...WHOLE.map(which), chromium.executablePath(), given])
  return whole ? { path: firstOf([given, which(SHELL), whole]) ?? whole, whole } : null
}

/**
 * Chromium for the browser tests: the one of CHROMIUM_PATH, the system's, Playwright's, or installed now.
 * @param {AbortSignal} [signal] @returns {Promise<Chromium | null>} null when none can be installed
 */
export async function obtainChromium(signal) {
  const found = await find()
  if (found) return found
  const progress = startProgress('Installing Chromium')
  await installSystemPackage(PACKAGES, { onLine: (line) => progress.update(line), signal })
  const installed = await find()
  if (installed) progress.succeed(installed.path)
  else progress.fail()
  return installed
}
