import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { boardCards } from '~/scoring/board/cards'
import { challengeUpdate } from '~/server/challenges/contract'
import { type Domain, openDomain } from '../../support/domain'
import { playGame } from '../../support/fixtures'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const labels = { author: 'Bosun', level: 'Hard', tags: [' heap ', '#Heap', 'two  words'] }

async function labelled() {
  const game = await playGame(domain.stores.db)
  const { id } = game.challenges[0]!
  const edited = await domain.services.challenges.update(
    domain.admin,
    game.id,
    id,
    challengeUpdate.parse(labels)
  )
  return { game, id, edited }
}

describe('labels', () => {
  it('are kept as written, cleared by null and an empty list, and unchanged when missing', async () => {
    const { game, id, edited } = await labelled()
    expect(edited).toMatchObject({ author: 'Bosun', level: 'Hard', tags: ['heap', 'two words'] })
    const { challenges } = domain.services
    const write = (update: object) =>
      challenges.update(domain.admin, game.id, id, challengeUpdate.parse(update))
    expect(await write({ title: 'New' })).toMatchObject({
      author: 'Bosun',
      level: 'Hard',
      tags: ['heap', 'two words']
    })
    expect(await write({ author: null, tags: null })).toMatchObject({
      author: 'Bosun',
      tags: ['heap', 'two words']
    })
    expect(await write({ author: ' ', level: null, tags: [] })).toMatchObject({
      author: '',
      level: null,
      tags: []
    })
  })

  it.each([
    ['author', 'x'.repeat(101)],
    ['author', 5],
    ['level', 'Odd'],
    ['tags', ['x'.repeat(25)]],
    ['tags', ['a,b']],
    ['tags', ['a\nb']],
    ['tags', [...'abcdefghi']],
    ['tags', 'heap']
  ])('refuse %s that is %j, by its name', (name, value) => {
    expect(challengeUpdate.safeParse({ [name]: value }).error?.issues[0]?.path[0]).toBe(name)
  })

  it('are visible to the player with the challenge, and to everybody on the board', async () => {
    const { game, id } = await labelled()
    const player = domain.as(game.teams[0]!.members[0]!)
    expect(await domain.services.challenges.play(player, game.id, id)).toMatchObject({
      ...{ author: 'Bosun', level: 'Hard', tags: ['heap', 'two words'] }
    })
    const cards = await boardCards(domain.stores.db, game.id)
    expect(cards.challenges.get(id)).toMatchObject({ labels: { level: 'Hard', tags: ['heap', 'two words'] } })
    expect(cards.challenges.get(game.challenges.at(-1)!.id)).not.toHaveProperty(
      game.challenges.length > 1 ? 'labels' : 'none'
    )
  })

  it('are restored with a version of the history', async () => {
    const { game, id } = await labelled()
    const { challenges } = domain.services
    await challenges.update(
      domain.admin,
      game.id,
      id,
      challengeUpdate.parse({ author: '', level: null, tags: [] })
    )
    const { data } = await challenges.versions(domain.admin, game.id, id, { count: 10, skip: 0 })
    expect(data.map(({ changed }) => changed)).toEqual([
      ['author', 'level', 'tags'],
      ['author', 'level', 'tags'],
      []
    ])
    await challenges.restoreVersion(domain.admin, game.id, id, 2)
    expect(await challenges.editOne(domain.admin, game.id, id)).toMatchObject({
      ...{ author: 'Bosun', level: 'Hard', tags: ['heap', 'two words'] }
    })
  })
})
