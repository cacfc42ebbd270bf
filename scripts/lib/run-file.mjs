import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isHere, placeOf } from './place.mjs'
import { allGone, identityOf, isSame, send } from './processes.mjs'
import { note } from './say.mjs'
import { writeWhole } from './whole-file.mjs'

/**
 * <dataDir>/run.json (0600) describes the platform that runs on a data folder, for the commands beside it:
 * `{ pid, identity, place, ready, url, env, children: [{ name, pid, identity }] }`. `env` is the children's environment.
 * In a copy of the folder it tells of the platform that runs on the original, and means nothing.
 */
const pathIn = (dataDir) => join(dataDir, 'run.json')

const read = (dataDir) => {
  try {
    const file = JSON.parse(readFileSync(pathIn(dataDir), 'utf8'))
    return isHere(file, dataDir) ? file : null
  } catch {
    return null
  }
}

/** Writes run.json anew in one step. */
export function writeRunFile(dataDir, content) {
  const children = content.children
    .filter((child) => child.pid)
    .map(({ name, pid }) => ({ name, pid, identity: identityOf(pid) }))
  const place = placeOf(dataDir)
  const whole = { pid: process.pid, identity: identityOf(process.pid), place, ...content, children }
  writeWhole(pathIn(dataDir), JSON.stringify(whole, null, 2))
}

export const removeRunFile = (dataDir) => rmSync(pathIn(dataDir), { force: true })

/** The platform that runs on a data folder now and is ready, or null. */
export function readRunning(dataDir) {
  const file = read(dataDir)
  return file?.ready && isSame(file.pid, file.identity) ? file : null
}

/** Stops what a killed launcher left. The watchdog is usually at it already; this waits for it, then helps. */
export async function stopLeftovers(dataDir) {
  const left = () => (read(dataDir)?.children ?? []).filter(({ pid, identity }) => isSame(pid, identity))
  const found = left()
  if (found.length === 0) return
  note(`Stopping what an earlier start left behind: ${found.map((child) => child.name).join(', ')}.`)
  for (const [signal, ms] of [
    ['SIGTERM', 15_000],
    ['SIGKILL', 5000]
  ]) {
    const children = left()
    for (const { name, pid } of children)
      send(pid, name === 'postgres' && signal === 'SIGTERM' ? 'SIGINT' : signal)
    if (
      await allGone(
        children.map((child) => child.pid),
        ms
      )
    )
      return
  }
}
