import { afterAll, beforeAll, expect, it } from 'vitest'
import { LEASE_MS } from '~/scoring/board/scripts'
import { type PlayedGame, playGame, sendFlags } from '../../support/fixtures'
import { openRoles } from '../../support/launcher/roles'
import { openStores, type Stores } from '../../support/stores/stores'

/** Longest wait for a verdict in milliseconds, well before the lease of a dead leader runs out by itself. */
const SOON = LEASE_MS * 0.6

let stores: Stores
let roles: ReturnType<typeof openRoles>

beforeAll(async () => {
  stores = await openStores()
  roles = openRoles(stores)
})
afterAll(async () => {
  await roles?.close()
  await stores?.close()
})

/** Stores a flag without notifying scoring; returns the milliseconds until its verdict. */
async function verdict(game: PlayedGame, place: number): Promise<number> {
  const begun = performance.now()
  await sendFlags(stores.db, game, [{ team: game.teams[place]!, challenge: game.challenges[0]! }])
  await expect
    .poll(
      async () => {
        const { rows } = await stores.db.pool.query(
          `SELECT FROM submissions WHERE game_id = $1 AND status = 'FlagSubmitted'`,
          [game.id]
        )
        return rows.length
      },
      { interval: 20, timeout: 15_000 }
    )
    .toBe(0)
  return performance.now() - begun
}

it('verdicts do not wait for the lease of a dead process while another one runs, whoever led', async () => {
  const game = await playGame(stores.db, { teams: 8, challenges: 1 })
  const living = [await roles.start('scoring'), await roles.start('scoring')]
  expect(await verdict(game, 0)).toBeLessThan(SOON)
  // From the second round on, the killed process is the leader.
  for (let round = 1; round <= 4; round++) {
    await living.shift()!.kill()
    expect(await verdict(game, round)).toBeLessThan(SOON)
    living.push(await roles.start('scoring'))
  }
  await Promise.all(living.map((one) => one.kill()))
})

it('verdicts wait only for the start of a process when the only one has died', async () => {
  const game = await playGame(stores.db, { teams: 4, challenges: 1 })
  let only = await roles.start('scoring')
  expect(await verdict(game, 0)).toBeLessThan(SOON)
  for (let round = 1; round <= 3; round++) {
    await only.kill()
    const killed = performance.now()
    const judged = verdict(game, round)
    only = await roles.start('scoring')
    const ready = performance.now()
    const took = await judged
    process.stdout.write(
      `ready after ${Math.round(ready - killed)} ms, judged after ${Math.round(took)} ms\n`
    )
    expect(took - (ready - killed)).toBeLessThan(SOON)
  }
  await only.kill()
})
