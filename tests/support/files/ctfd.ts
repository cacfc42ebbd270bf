import { afterAll, beforeAll } from 'vitest'
import { type Domain, openDomain } from '../domain'
import { archiveFolder, zipOf } from './archives'

/** Start of the game in the exports, in Unix seconds. */
export const START = Date.UTC(2026, 0, 1) / 1000

/** A time of the game as CTFd writes it. */
export const at = (seconds: number) => new Date((START + seconds) * 1000).toISOString().slice(0, 19)

export const table = (...results: object[]) => JSON.stringify({ count: results.length, results, meta: {} })

/** `db/config.json` of a game of one hour. */
export const config = (entries: Record<string, string>) =>
  table(
    ...Object.entries({ ...entries, start: String(START), end: String(START + 3600) }).map(
      ([key, value], index) => ({ id: index + 1, key, value })
    )
  )

/** A domain, and a folder for exports, for all tests of a file. */
export function ctfdSuite() {
  const kept = archiveFolder()
  const suite = {
    domain: undefined as unknown as Domain,
    exported: async (files: Record<string, string>) => kept.write(await zipOf(files))
  }
  beforeAll(async () => {
    suite.domain = await openDomain()
  })
  afterAll(async () => {
    kept.remove()
    await suite.domain?.close()
  })
  return suite
}
