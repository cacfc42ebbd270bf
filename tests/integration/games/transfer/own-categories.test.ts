import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { CATEGORY_LIMITS } from '~/server/categories/constants'
import { categoryInput } from '~/server/categories/contract'
import { challengeInput } from '~/server/challenges/contract'
import { zipOf } from '~/tests/support/files/archives'
import { openTransferSuite } from '~/tests/support/files/transfer-suite'

const suite = openTransferSuite()
const { bring, count } = suite

const take = async (gameId: number) => {
  const { services, admin } = suite.domain
  return buffer((await services.transfer.export(admin, gameId, {})).content)
}

const folder = (name: string, category: string) => ({
  [`web/${name}/challenge.yml`]: `name: ${name}\ncategory: ${category}\nvalue: 1\nflags: ["flag{${name}}"]`
})
const own = (name: string, category: string) => ({
  [`web/${name}/challenge.yml`]: `halyard: 1\ntitle: ${name}\ncategory: ${category}\nflags: ["flag{${name}}"]`
})
const shownIn = async (gameId: number) => {
  const { services, admin } = suite.domain
  const list = await services.challenges.editList(admin, gameId)
  return list.map(({ title, category, customCategory }) => [title, category, customCategory?.name ?? null])
}
const codes = (notes: { code: string }[]) => notes.map(({ code }) => code)

describe('categories that an import names', () => {
  it('are made for a new game, once each, and a dry run says so and makes none', async () => {
    const zip = await zipOf({
      ...folder('a', 'Quantum'),
      ...folder('b', 'quantum'),
      ...folder('c', 'pwnable')
    })
    const before = await count('categories')
    const dry = await bring(zip, { dryRun: true })
    expect(
      dry.challenges.map(({ category, customCategory, notes }) => [category, customCategory, codes(notes)])
    ).toEqual([
      ['Misc', 'Quantum', ['category_made']],
      ['Misc', 'Quantum', []],
      ['Pwn', null, []]
    ])
    expect(await count('categories')).toBe(before)
    const { gameId } = await bring(zip)
    expect(await shownIn(gameId!)).toEqual([
      ['a', 'Misc', 'Quantum'],
      ['b', 'Misc', 'Quantum'],
      ['c', 'Pwn', null]
    ])
    expect(await count('categories')).toBe(before + 1)
  })

  it('are those that the game has, and an update moves a challenge between them', async () => {
    const { services, admin } = suite.domain
    const game = await suite.domain.game()
    await services.categories.add(
      admin,
      game,
      categoryInput.parse({ name: 'Space', color: 'blue', standsFor: 'Hardware' })
    )
    await bring(await zipOf(folder('a', 'space')), { game })
    expect(await shownIn(game)).toEqual([['a', 'Hardware', 'Space']])
    const zip = await zipOf(folder('a', 'Cars'))
    const { updates } = await bring(zip, { game, dryRun: true })
    expect(updates[0]!.changes).toEqual([
      { code: 'new_category', params: { before: 'Space', after: 'Cars' } }
    ])
    await bring(zip, { game })
    expect((await services.categories.list(admin, game)).map(({ name }) => name)).toEqual(['Space'])
    await bring(zip, { game, update: 'all' })
    expect(await shownIn(game)).toEqual([['a', 'Misc', 'Cars']])
    await bring(await zipOf(folder('a', 'web')), { game, update: 'all' })
    expect(await shownIn(game)).toEqual([['a', 'Web', null]])
  })

  it('become Misc beyond the limit, and where no category may have the name', async () => {
    const many = Array.from({ length: CATEGORY_LIMITS.listed + 1 }, (_, n) => folder(`c${n}`, `Own ${n}`))
    const { gameId, challenges } = await bring(
      await zipOf(Object.assign(folder('zz', `"${'x'.repeat(40)}"`), ...many))
    )
    const notes = challenges.flatMap((one) => codes(one.notes))
    expect(notes.filter((code) => code === 'category_made')).toHaveLength(CATEGORY_LIMITS.listed)
    expect(notes.filter((code) => code !== 'category_made').sort()).toEqual(['category', 'category_full'])
    const own = (await shownIn(gameId!)).filter(([, , name]) => name !== null)
    expect(own).toHaveLength(CATEGORY_LIMITS.listed)
  })

  it('in our own format are those of the game; another name is a fault, except in a new game', async () => {
    const { services, admin } = suite.domain
    const game = await suite.domain.game()
    await services.categories.add(admin, game, categoryInput.parse({ name: 'Space' }))
    const report = await bring(await zipOf({ ...own('a', 'Space'), ...own('b', 'Spcae') }), { game })
    expect(await shownIn(game)).toEqual([['a', 'Misc', 'Space']])
    expect(report.refused).toMatchObject([
      { title: 'b', reason: { code: 'invalid', params: { name: 'category', reason: 'category.not_found' } } }
    ])
    const { gameId } = await bring(await zipOf(own('a', 'Space')))
    expect(await shownIn(gameId!)).toEqual([['a', 'Misc', 'Space']])
  })
})

it('a game takes its categories along, used or not, in archives and copies', async () => {
  const { services, admin } = suite.domain
  const game = await suite.domain.game()
  const space = { name: 'Space', color: 'blue', icon: 'Antenna', standsFor: 'Hardware' } as const
  await services.categories.add(admin, game, categoryInput.parse({ name: 'Unused' }))
  const [first] = await services.categories.add(admin, game, categoryInput.parse(space))
  const given = challengeInput.parse({ title: 'Orbit', customCategoryId: first!.id })
  await services.challenges.create(admin, game, given)
  const times = { start: new Date(Date.now() + 1e6), end: new Date(Date.now() + 2e6) }
  const { gameId } = await bring(await take(game))
  const copy = await services.transfer.copy(admin, game, { title: 'Copy', hidden: true, ...times })
  for (const made of [gameId!, copy]) {
    expect(await shownIn(made)).toEqual([['Orbit', 'Hardware', 'Space']])
    expect(await services.categories.list(admin, made)).toMatchObject([
      { ...space, challenges: 1 },
      { name: 'Unused', challenges: 0 }
    ])
  }
})
