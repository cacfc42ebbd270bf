import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { judge } from '~/scoring/judge'
import { challengeUpdate } from '~/server/challenges/contract'
import { HOUR_MS } from '~/server/platform/time'
import { createIntake } from '~/server/submissions/intake'
import { type Domain, openDomain, refused } from '../../support/domain'
import { type PlayedGame, playGame } from '../../support/fixtures'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

type Plan = Parameters<typeof playGame>[1]

const write = (game: PlayedGame, place: number, update: object) =>
  domain.services.challenges.update(
    domain.admin,
    game.id,
    game.challenges[place]!.id,
    challengeUpdate.parse(update)
  )

const DIVISION = 'Students'
/** Team 0 is in it, the others in none. */
const divisionOf = (place: number) => (place === 0 ? DIVISION : null)

async function chained(more: object = {}, plan: Plan = {}) {
  const game = await playGame(domain.stores.db, { teams: 2, challenges: 3, ...plan })
  const [first, second] = game.challenges as [PlayedGame['challenges'][0], PlayedGame['challenges'][0]]
  await write(game, 1, { requires: [first.id], ...more })
  return { game, first, second }
}

const player = ({ teams }: PlayedGame, team = 0) => domain.as(teams[team]!.members[0]!)
const send = (game: PlayedGame, place: number, flag = game.challenges[place]!.flag, team = 0) =>
  domain.services.submissions.submit(player(game, team), game.id, game.challenges[place]!.id, flag)
const judged = async ({ id }: PlayedGame) => {
  while ((await judge(domain.stores.db, id)).rows.length > 0);
}
const solve = async (game: PlayedGame, place: number) => {
  await send(game, place)
  await judged(game)
}

const upload = async (content: string) => {
  const staged = await domain.services.assets.receive(Readable.from([Buffer.from(content)]), 1 << 24)
  const [file] = await domain.services.assets.upload(domain.admin, [
    { ...staged, field: 'file', name: 'a.bin', claimed: '' }
  ])
  return file!.hash
}

/** The error code of each call for a player; null where it succeeds. */
async function answers(game: PlayedGame, team = 0) {
  const { services } = domain
  const ctx = player(game, team)
  const { id } = game.challenges[1]!
  const code = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: { code: string }) => error.code
    )
  return {
    play: await code(services.challenges.play(ctx, game.id, id)),
    tries: await code(services.submissions.tries(ctx, game.id, id, { count: 10, skip: 0 })),
    hint: await code(services.hints.buy(ctx, game.id, id, 1)),
    flag: await code(send(game, 1, 'no', team)),
    view: await code(services.instances.view(ctx, game.id, id)),
    start: await code(services.instances.request(ctx, game.id, id)),
    extend: await code(services.instances.extend(ctx, game.id, id))
  }
}

describe('a challenge that requires another', () => {
  it('is refused by every call until the team has solved that, and again when the solve is voided', async () => {
    const { game, first } = await chained({
      pricedHints: [{ content: 'Look.', cost: 0 }],
      content: 'secret words'
    })
    await domain.stores.db.pool.query(
      `UPDATE challenges SET type = 'StaticContainer', container_image = 'x' WHERE id = $1`,
      [game.challenges[1]!.id]
    )
    const locked = Object.fromEntries(
      ['play', 'tries', 'hint', 'flag', 'view', 'start', 'extend'].map((door) => [door, 'challenge.locked'])
    )
    expect(await answers(game)).toEqual(locked)
    const error = await refused(
      domain.services.challenges.play(player(game), game.id, game.challenges[1]!.id),
      'challenge.locked',
      400
    )
    expect([error.params, error.extra]).toEqual([{ title: first.title }, { requires: [first.id] }])
    await solve(game, 0)
    const open = { play: null, tries: null, hint: null, flag: null, view: null }
    expect(await answers(game)).toMatchObject({ ...open, extend: 'container.not_created' })
    expect((await answers(game)).start).not.toBe('challenge.locked')
    expect(await answers(game, 1)).toEqual(locked)
    const correction = { kind: 'void' as const, challengeId: first.id }
    await domain.services.corrections.apply(domain.admin, game.id, { correction, reason: 'r' })
    expect(await answers(game)).toEqual(locked)
  })

  it('has files for nobody who has not opened it, neither the attached one nor those of its text', async () => {
    const { game, second } = await chained()
    const { services, admin } = domain
    const [attached, shown] = [await upload(`a ${game.id}`), await upload(`b ${game.id}`)]
    await services.challenges.setAttachment(admin, game.id, second.id, {
      ...{ attachmentType: 'Local', fileHash: attached, remoteUrl: null }
    } as never)
    await write(game, 1, { content: `![](/assets/${shown}/b.bin)` })
    const read = async (hash: string) => (await services.assets.read(player(game), hash)).close()
    for (const hash of [attached, shown]) await refused(read(hash), 'file.not_found', 404)
    await solve(game, 0)
    for (const hash of [attached, shown]) await read(hash)
  })

  it('is not found by its text, and by its title only where it is shown as locked', async () => {
    const { game, second } = await chained({ content: `needle${Date.now()}` })
    const { services } = domain
    const texts = async () => (await services.challenges.find(player(game), game.id, 'needle', 'all')).texts
    const titles = async () =>
      (await services.search.find(player(game), { q: second.title, game: game.id })).challenges.map(
        ({ id }) => id
      )
    expect(await texts()).toEqual([])
    expect(await titles()).toContain(second.id)
    await write(game, 1, { hideLocked: true })
    expect(await titles()).not.toContain(second.id)
    await refused(services.challenges.play(player(game), game.id, second.id), 'challenge.unavailable', 404)
    await refused(send(game, 1), 'challenge.unavailable', 404)
    await solve(game, 0)
    expect(await texts()).toEqual([second.id])
    expect(await titles()).toContain(second.id)
  })

  it('stays locked while the flag of the other one is not judged', async () => {
    const { game, first, second } = await chained()
    const { participationId, members } = game.teams[0]!
    const intake = createIntake(domain.stores.db, () => {})
    const sent = [first, second].map(({ id, flag }) =>
      intake.store({
        ...{ gameId: game.id, challengeId: id, participationId, userId: members[0].id },
        ...{ answer: flag, ip: '192.0.2.1', userAgent: null }
      })
    )
    const [one, other] = await Promise.all(sent)
    expect([typeof one, other]).toEqual(['number', null])
  })

  it('stays locked while what it requires is disabled, and opens when that is deleted', async () => {
    const { game, second } = await chained()
    const { challenges } = domain.services
    await write(game, 0, { isEnabled: false })
    const error = await refused(challenges.play(player(game), game.id, second.id), 'challenge.locked', 400)
    expect(error.params).toEqual({ title: '…' })
    await challenges.remove(domain.admin, game.id, game.challenges[0]!.id)
    expect(await challenges.play(player(game), game.id, second.id)).toMatchObject({ id: second.id })
    expect((await challenges.editOne(domain.admin, game.id, second.id)).requires).toEqual([])
  })

  it.each(['of its division', 'of its own'])(
    'stays locked after the regular end for a team with a later end %s, which still scores',
    async (whose) => {
      const { game, first } = await chained({}, { startsIn: -2 * HOUR_MS, endsIn: -HOUR_MS, divisionOf })
      const { services, admin } = domain
      const { participationId } = game.teams[0]!
      if (whose === 'of its own')
        await services.extraTimes.give(admin, game.id, participationId, { minutes: 120, reason: 'r' })
      else {
        await domain.stores.db.pool.query('UPDATE games SET divisions = $2 WHERE id = $1', [
          game.id,
          [DIVISION]
        ])
        const correction = {
          kind: 'extension' as const,
          division: DIVISION,
          end: new Date(Date.now() + HOUR_MS)
        }
        await services.corrections.apply(admin, game.id, { correction, reason: 'r' })
      }
      expect(await answers(game)).toMatchObject({ play: 'challenge.locked', flag: 'challenge.locked' })
      const stored = await createIntake(domain.stores.db, () => {}).store({
        ...{ gameId: game.id, challengeId: game.challenges[1]!.id, participationId, answer: 'no' },
        ...{ userId: game.teams[0]!.members[0].id, ip: '192.0.2.1', userAgent: null }
      })
      expect(stored).toBeNull()
      expect(await answers(game, 1)).toMatchObject({ play: null, flag: null })
      await send(game, 0, first.flag)
      await judged(game)
      expect(await answers(game)).toMatchObject({ play: null, flag: null })
    }
  )

  it('is open to all in practice after the end', async () => {
    const { game, second } = await chained({}, { startsIn: -2 * HOUR_MS, endsIn: -HOUR_MS })
    await domain.services.challenges.play(player(game), game.id, second.id)
    await send(game, 1)
  })
})

describe('what a challenge may require', () => {
  it('is another one of its game, without a circle', async () => {
    const { game, first, second } = await chained()
    const other = await playGame(domain.stores.db)
    const third = game.challenges[2]!
    await write(game, 2, { requires: [second.id] })
    const circle = await refused(write(game, 0, { requires: [third.id] }), 'challenge.requires_cycle', 400)
    expect([circle.params, circle.extra]).toEqual([
      { titles: [first, third, second, first].map(({ title }) => title).join(' → ') },
      { field: 'requires' }
    ])
    await refused(write(game, 0, { requires: [first.id] }), 'challenge.requires_cycle', 400)
    const foreign = await refused(
      write(game, 0, { requires: [other.challenges[0]!.id] }),
      'challenge.requires_unknown',
      400
    )
    expect(foreign.extra).toEqual({ field: 'requires' })
    const { requires } = await domain.services.challenges.editOne(domain.admin, game.id, first.id)
    expect(requires).toEqual([])
  })

  it('makes no circle when two changes come at once', async () => {
    const game = await playGame(domain.stores.db)
    const [one, two] = game.challenges.map(({ id }) => id)
    const both = await Promise.allSettled([
      write(game, 0, { requires: [two] }),
      write(game, 1, { requires: [one] })
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it.each([[['x']], [Array.from({ length: 11 }, (_, at) => at + 1)], ['all'], [[0]]])(
    'is refused as %j, by its name',
    (requires) => {
      expect(challengeUpdate.safeParse({ requires }).error?.issues[0]?.path[0]).toBe('requires')
    }
  )
})
