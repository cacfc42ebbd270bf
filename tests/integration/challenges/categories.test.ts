import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { boardCards } from '~/scoring'
import type { Ctx } from '~/server/access/contract'
import { CATEGORY_LIMITS } from '~/server/categories/constants'
import { type CategoryInput, categoryInput } from '~/server/categories/contract'
import { CHALLENGE_CATEGORIES, challengeInput, challengeUpdate } from '~/server/challenges/contract'
import { type Domain, openDomain, outcomes, refused } from '../../support/domain'

let domain: Domain
let admin: Ctx
beforeAll(async () => {
  domain = await openDomain()
  admin = domain.admin
})
afterAll(() => domain?.close())

const input = (name: string, more: Partial<CategoryInput> = {}) => categoryInput.parse({ name, ...more })
const faultOf = (given: object) => categoryInput.safeParse(given).error?.issues[0]

const { parse: change } = challengeUpdate
const PAGE = { count: 10, skip: 0 }

async function gameWith(name = 'Quantum', more: Partial<CategoryInput> = {}) {
  const { categories, challenges } = domain.services
  const gameId = await domain.game()
  const [own] = await categories.add(admin, gameId, input(name, { standsFor: 'Crypto', ...more }))
  const create = (given: object) =>
    challenges.create(admin, gameId, challengeInput.parse({ title: 'Entangled', ...given }))
  return { categories, challenges, gameId, own: own!, create }
}

describe('a category of a game', () => {
  it.each([
    ['   ', 'field.required'],
    ['\u200b', 'field.characters'],
    ['x'.repeat(33), 'field.text_too_long'],
    ['pWN', 'category.name_standard'],
    ['Reverse Engineering', 'category.name_standard'],
    ['Miscellaneous', 'category.name_standard']
  ])('is not called %j', (name, code) =>
    expect(faultOf({ name })).toMatchObject({ path: ['name'], message: code })
  )

  it('has a colour and an icon of the lists only, and stands for one of the thirteen', () => {
    for (const [member, value] of [
      ['color', '#ff0000'],
      ['icon', '🚀'],
      ['standsFor', 'Quantum']
    ] as const)
      expect(faultOf({ name: 'Quantum', [member]: value })).toMatchObject({ path: [member] })
    expect(input('  Quantum   things ')).toMatchObject({ name: 'Quantum things', standsFor: 'Misc' })
  })

  it('is listed by name with its challenges; no two of a game have one name, whatever the case', async () => {
    const { categories, gameId, own, create } = await gameWith()
    await create({ customCategoryId: own.id })
    await categories.add(admin, gameId, input('Automotive', { color: 'red', icon: 'Car' }))
    const listed = await categories.list(admin, gameId)
    expect(listed.map(({ name, challenges }) => [name, challenges])).toEqual([
      ['Automotive', 0],
      ['Quantum', 1]
    ])
    const taken = await refused(categories.add(admin, gameId, input('QUANTUM')), 'category.name_taken', 400)
    expect(taken.extra).toMatchObject({ field: 'name' })
    await refused(
      categories.change(admin, gameId, listed[0]!.id, input('quantum')),
      'category.name_taken',
      400
    )
    // Another game may have it as well.
    await gameWith('Quantum')
  })

  it('goes to one of two organisers who add one name at once', async () => {
    const { categories } = domain.services
    const gameId = await domain.game()
    const both = ['Space', 'space'].map((name) => categories.add(admin, gameId, input(name)))
    expect(await outcomes(both)).toEqual({ done: 1, codes: ['category.name_taken'] })
  })

  it('is one of at most twenty', async () => {
    const { categories, gameId } = await gameWith()
    for (let n = 2; n <= CATEGORY_LIMITS.listed; n++) await categories.add(admin, gameId, input(`Own ${n}`))
    await refused(categories.add(admin, gameId, input('One more')), 'category.limit', 400)
  })

  it('is not deleted while challenges are in it', async () => {
    const { categories, challenges, gameId, own, create } = await gameWith()
    const { id } = await create({ customCategoryId: own.id })
    await refused(categories.remove(admin, gameId, own.id), 'category.in_use', 409)
    await challenges.update(admin, gameId, id, change({ category: 'Web' }))
    expect(await categories.remove(admin, gameId, own.id)).toEqual([])
    await refused(categories.remove(admin, gameId, own.id), 'category.not_found', 404)
  })

  it('is edited by those who edit challenges of the game', async () => {
    const { categories, gameId, own } = await gameWith()
    const [player] = await domain.users(1)
    const stranger = domain.as(player!)
    for (const work of [
      categories.list(stranger, gameId),
      categories.add(stranger, gameId, input('Mine')),
      categories.change(stranger, gameId, own.id, input('Mine')),
      categories.remove(stranger, gameId, own.id)
    ])
      await refused(work, 'auth.forbidden', 403)
    const other = await domain.game()
    await refused(categories.change(admin, other, own.id, input('Mine')), 'category.not_found', 404)
    await refused(categories.remove(admin, other, own.id), 'category.not_found', 404)
  })
})

describe('a challenge in a category of its game', () => {
  it('has what that stands for as the contract’s category, also after a change', async () => {
    const { categories, challenges, gameId, own, create } = await gameWith()
    const made = await create({ customCategoryId: own.id, category: 'Web' })
    const shown = { id: own.id, name: 'Quantum', color: own.color, icon: own.icon }
    expect(made).toMatchObject({ category: 'Crypto', customCategory: shown })
    await categories.change(
      admin,
      gameId,
      own.id,
      input('Qubits', { color: 'pink', icon: 'Zap', standsFor: 'Forensics' })
    )
    const after = {
      category: 'Forensics',
      customCategory: { id: own.id, name: 'Qubits', color: 'pink', icon: 'Zap' }
    }
    expect(await challenges.editOne(admin, gameId, made.id)).toMatchObject(after)
    expect((await challenges.editList(admin, gameId))[0]).toMatchObject(after)
    expect(await challenges.trial(admin, gameId, made.id)).toMatchObject(after)
    expect((await challenges.trialList(admin, gameId))[0]).toMatchObject(after)
    expect((await boardCards(domain.stores.db, gameId)).challenges.get(made.id)).toMatchObject(after)
    expect((await domain.services.statistics.of(admin, gameId)).challenges).toEqual([])
    expect(await domain.services.monitoring.challenges(admin, gameId)).toMatchObject([after])
  })

  it('stays in it for a client that sends back the category it read, and leaves it with another', async () => {
    const { challenges, gameId, own, create } = await gameWith()
    const { id, category } = await create({ customCategoryId: own.id })
    const same = await challenges.update(admin, gameId, id, change({ category, title: 'Still there' }))
    expect(same).toMatchObject({ title: 'Still there', customCategory: { id: own.id } })
    const other = await challenges.update(admin, gameId, id, change({ category: 'Pwn' }))
    expect(other).toMatchObject({ category: 'Pwn', customCategory: null })
    await challenges.update(admin, gameId, id, change({ customCategoryId: own.id }))
    const cleared = await challenges.update(
      admin,
      gameId,
      id,
      change({ category: 'Crypto', customCategoryId: null })
    )
    expect(cleared).toMatchObject({ category: 'Crypto', customCategory: null })
  })

  it('is refused one of another game, by the field', async () => {
    const { own } = await gameWith()
    const { challenges, gameId, create } = await gameWith()
    const wrong = await refused(create({ customCategoryId: own.id }), 'category.not_found', 400)
    expect(wrong.extra).toMatchObject({ field: 'customCategoryId' })
    const { id } = await create({})
    await refused(
      challenges.update(admin, gameId, id, change({ customCategoryId: own.id })),
      'category.not_found',
      400
    )
  })

  it('goes back to a version: to the category, to one with its name, or to what it stood for', async () => {
    const { categories, challenges, gameId, own, create } = await gameWith()
    const { id } = await create({ customCategoryId: own.id })
    await challenges.update(admin, gameId, id, change({ category: 'Web' }))
    const [newest] = (await challenges.versions(admin, gameId, id, PAGE)).data
    expect(newest!.changed).toEqual(['category', 'customCategory'])
    const goBack = async () => {
      await challenges.restoreVersion(admin, gameId, id, 1)
      return challenges.editOne(admin, gameId, id)
    }
    expect(await goBack()).toMatchObject({ category: 'Crypto', customCategory: { id: own.id } })
    await challenges.update(admin, gameId, id, change({ category: 'Web' }))
    await categories.remove(admin, gameId, own.id)
    expect(await goBack()).toMatchObject({ category: 'Crypto', customCategory: null })
    const [again] = await categories.add(admin, gameId, input('quantum', { standsFor: 'Hardware' }))
    expect(await goBack()).toMatchObject({ category: 'Hardware', customCategory: { id: again!.id } })
  })

  it('comes back from the trash with its category, and without one that is gone', async () => {
    const { categories, challenges, gameId, own, create } = await gameWith()
    const { trash } = domain.services
    const { id } = await create({ customCategoryId: own.id })
    const restored = async () => {
      await challenges.remove(admin, gameId, id)
      const { data } = await trash.list(admin, { kind: 'challenge', by: '' }, { count: 1, skip: 0 })
      return async () => {
        await trash.restore(admin, data[0]!.id)
        return challenges.editOne(admin, gameId, id)
      }
    }
    expect(await (await restored())()).toMatchObject({ customCategory: { id: own.id } })
    const later = await restored()
    await categories.remove(admin, gameId, own.id)
    expect(await later()).toMatchObject({ category: 'Crypto', customCategory: null })
  })

  it('is on the board by the enum for clients, and by its own for our pages', async () => {
    const { challenges, gameId, own, create } = await gameWith()
    const { id } = await create({ customCategoryId: own.id })
    const [listed] = await challenges.editList(admin, gameId)
    expect(CHALLENGE_CATEGORIES).toContain(listed!.category)
    const { services } = domain
    expect((await services.feedback.ratings(admin, gameId))[0]).toMatchObject({
      category: 'Crypto',
      customCategory: { name: 'Quantum' }
    })
    expect((await services.flagBlocks.list(admin, gameId))[0]).toMatchObject({
      id,
      category: 'Crypto',
      customCategory: { name: 'Quantum' }
    })
  })
})
