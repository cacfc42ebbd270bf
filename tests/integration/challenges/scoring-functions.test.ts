import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Ctx } from '~/server/access/contract'
import { challengeInput, flagsInput } from '~/server/challenges/contract'
import { readEntries } from '~/server/ledger'
import { type Domain, openDomain, refused } from '../../support/domain'
import { foldedBoard, type RunningScoring, runScoring } from '../../support/scoring/scoring'
import { until } from '../../support/until'

let domain: Domain
let scoring: RunningScoring

beforeAll(async () => {
  domain = await openDomain()
  scoring = await runScoring(domain.stores)
})
afterAll(async () => {
  await scoring?.close()
  await domain?.close()
})

/** A running game whose one challenge so many teams solved, one after another. */
async function solvedBy(teams: number, update: object) {
  const { services, admin, as, stores } = domain
  const gameId = await domain.game({ acceptWithoutReview: true })
  const { id } = await services.challenges.create(admin, gameId, challengeInput.parse({ title: 'Line' }))
  await services.challenges.addFlags(admin, gameId, id, flagsInput.parse([{ flag: 'flag{x}' }]))
  await services.challenges.update(admin, gameId, id, { isEnabled: true, ...update })
  const players: Ctx[] = []
  for (let place = 0; place < teams; place++) {
    const team = await domain.team(1)
    await services.participations.join(as(team.captain), gameId, { teamId: team.id })
    players.push(as(team.captain))
  }
  for (const player of players) await services.submissions.submit(player, gameId, id, 'flag{x}')
  await until(async () => {
    const left = await stores.db.pool.query('SELECT FROM unjudged WHERE game_id = $1', [gameId])
    return left.rows.length === 0
  })
  return { gameId, id, save: (next: object) => services.challenges.update(admin, gameId, id, next) }
}

const valuesOf = async (gameId: number) =>
  (await readEntries(domain.stores.db.pool, gameId, 0, 100)).flatMap((entry) =>
    entry.kind === 'curve' ? [entry.payload.values ?? null] : []
  )

async function verified(gameId: number): Promise<string[]> {
  const path = mkdtempSync(join(tmpdir(), 'halyard-ledger-'))
  try {
    let text = ''
    for await (const part of await domain.services.ledgerExport.file(domain.admin, gameId)) text += part
    writeFileSync(join(path, 'ledger'), text)
    const { stdout } = spawnSync('python3', ['docs/verify.py', join(path, 'ledger')], { encoding: 'utf8' })
    return [...stdout.matchAll(/^\d+\t(\d+)/gm)].map(([, score]) => score!)
  } finally {
    rmSync(path, { recursive: true })
  }
}

const LINE = { scoring: 'linear', originalScore: 500, minScoreRate: 0.2, difficulty: 5 }

it('the ledger has the values, so that the board and a verifier of its own agree', async () => {
  const { gameId, save } = await solvedBy(4, LINE)
  expect(await valuesOf(gameId)).toEqual([[500, 500, 420, 340, 260, 180, 100]])
  const scores = async () => (await foldedBoard(domain.stores, gameId)).items.map(({ score }) => score)
  // 260 with 50, 30 and 10 per mille.
  expect(await scores()).toEqual([273, 268, 263, 260])
  expect(await verified(gameId)).toEqual(['273', '268', '263', '260'])
  await save({ scoring: 'logarithmic' })
  expect(await scores()).toEqual([374, 367, 360, 356])
  expect(await verified(gameId)).toEqual(['374', '367', '360', '356'])
})

it('another function of a solved challenge is a change of points that players are told of', async () => {
  const { gameId, id, save } = await solvedBy(3, LINE)
  await save({ scoring: 'static', announce: true })
  const notices = await domain.stores.db.pool.query<{ change: object }>(
    `SELECT change FROM notices WHERE game_id = $1 AND change->>'kind' = 'ChallengePoints'`,
    [gameId]
  )
  expect(notices.rows).toEqual([{ change: { kind: 'ChallengePoints', values: ['Line', '340', '500'] } }])
  // What is saved again with the same terms is no change.
  await save({ scoring: 'static', originalScore: 500, title: 'Line' })
  await save({ originalScore: 300 })
  await save({ scoring: null })
  expect(await valuesOf(gameId)).toEqual([[500, 500, 420, 340, 260, 180, 100], [500], [300], null])
  const { services, admin } = domain
  const { data } = await services.challenges.versions(admin, gameId, id, { count: 20, skip: 0 })
  const line = data.find(({ changed }) => changed.includes('scoring') && changed.includes('originalScore'))
  expect(line).toBeDefined()
  await services.challenges.restoreVersion(admin, gameId, id, line!.number)
  expect((await valuesOf(gameId)).at(-1)).toEqual([500, 500, 420, 340, 260, 180, 100])
})

it('several challenges get a function together, each by its own points', async () => {
  const { services, admin } = domain
  const gameId = await domain.game({})
  const ids: number[] = []
  for (const originalScore of [100, 200]) {
    const { id } = await services.challenges.create(admin, gameId, challengeInput.parse({ title: 'One' }))
    await services.challenges.update(admin, gameId, id, { originalScore, minScoreRate: 0.5, difficulty: 2 })
    ids.push(id)
  }
  await services.challenges.setPoints(admin, gameId, ids, { scoring: 'linear' })
  const kept = await Promise.all(ids.map((id) => services.challenges.editOne(admin, gameId, id)))
  expect(kept.map(({ pointValues }) => pointValues)).toEqual([
    [100, 100, 75, 50],
    [200, 200, 150, 100]
  ])
  const { refused: unknown } = await services.challenges.setPoints(admin, gameId, ids, { scoring: 'cubic' })
  expect(unknown.map(({ code }) => code)).toEqual(['plugin.unknown', 'plugin.unknown'])
})

it('solves during an incident do not lower the value of a function either', async () => {
  const { gameId, id } = await solvedBy(4, LINE)
  const { services, admin, stores } = domain
  const { rows } = await stores.db.pool.query<{ at: Date }>(
    'SELECT solved_at AS at FROM solves WHERE challenge_id = $1 ORDER BY solved_at, submission_id',
    [id]
  )
  const correction = {
    kind: 'incident' as const,
    challengeIds: [id],
    from: rows[2]!.at,
    to: new Date(rows[3]!.at.getTime() + 1),
    solves: 'keep' as const,
    decay: 'stop' as const
  }
  await services.corrections.apply(admin, gameId, { correction, reason: 'It was away.' })
  const board = await foldedBoard(stores, gameId)
  const [one] = Object.values(board.challenges).flat()
  expect(one).toMatchObject({ score: 420, solved: 4 })
})

it('a function that nobody knows is refused', async () => {
  const { services, admin } = domain
  const gameId = await domain.game({})
  const { id } = await services.challenges.create(admin, gameId, challengeInput.parse({ title: 'Odd' }))
  const error = await refused(
    services.challenges.update(admin, gameId, id, { scoring: 'cubic' }),
    'plugin.unknown',
    400
  )
  expect(error.extra).toEqual({ field: 'scoring' })
})
