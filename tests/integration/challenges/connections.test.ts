import { afterAll, beforeAll, expect, it } from 'vitest'
import { challengeUpdate } from '~/server/challenges/contract'
import { HOUR_MS } from '~/server/platform/time'
import { type Domain, openDomain, refused } from '../../support/domain'
import { playGame } from '../../support/fixtures'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const NC = { label: 'Main', kind: 'nc', host: 'pwn.example.org', port: 1337, user: '', path: '', text: '' }
const PAGE = { label: '', kind: 'https', host: 'web.example.org', path: '/x' }

async function played(options: Parameters<typeof playGame>[1] = {}) {
  const game = await playGame(domain.stores.db, { teams: 1, challenges: 2, ...options })
  const { challenges } = domain.services
  const [first, second] = game.challenges.map(({ id }) => id) as [number, number]
  const write = (id: number, update: object) =>
    challenges.update(domain.admin, game.id, id, challengeUpdate.parse(update))
  const player = domain.as(game.teams[0]!.members[0]!)
  return { game, challenges, first, second, write, player }
}

it('players read commands and addresses, staff the fields', async () => {
  const { game, challenges, first, write, player } = await played()
  await write(first, { connections: [NC, PAGE] })
  const { connections } = await challenges.play(player, game.id, first)
  expect(connections).toEqual([
    { label: 'Main', kind: 'nc', command: 'nc pwn.example.org 1337' },
    { label: '', kind: 'https', command: 'https://web.example.org/x' }
  ])
  expect((await challenges.trial(domain.admin, game.id, first)).connections).toEqual(connections)
  const edited = (await challenges.editOne(domain.admin, game.id, first)).connections
  expect(edited).toEqual([NC, { ...PAGE, port: 443, user: '', text: '' }])
  await write(first, { content: 'x' })
  expect((await challenges.editOne(domain.admin, game.id, first)).connections).toEqual(edited)
  await write(first, { connections: [] })
  expect((await challenges.play(player, game.id, first)).connections).toEqual([])
})

it('they are as closed as the text: locked, disabled, before the start and after the end', async () => {
  const { game, challenges, first, second, write, player } = await played()
  await write(second, { connections: [NC], requires: [first] })
  await refused(challenges.play(player, game.id, second), 'challenge.locked')
  await write(second, { requires: [], isEnabled: false })
  await refused(challenges.play(player, game.id, second), 'challenge.unavailable')
  const over = await played({ startsIn: -2 * HOUR_MS, endsIn: -HOUR_MS, practiceMode: false })
  await over.write(over.first, { connections: [NC] })
  await refused(over.challenges.play(over.player, over.game.id, over.first), 'game.ended')
})

it('a version has them, and going back brings them again', async () => {
  const { game, challenges, first, write } = await played()
  await write(first, { connections: [NC] })
  await write(first, { connections: [] })
  const { data } = await challenges.versions(domain.admin, game.id, first, { count: 9, skip: 0 })
  expect(data.slice(0, 2).map(({ changed }) => changed)).toEqual([['connections'], ['connections']])
  await challenges.restoreVersion(domain.admin, game.id, first, data[1]!.number)
  expect((await challenges.editOne(domain.admin, game.id, first)).connections).toEqual([NC])
})
