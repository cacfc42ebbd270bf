import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { judge } from '~/scoring/judge'
import type { Ctx } from '~/server/accounts/contract'
import { challengeInput, flagsInput } from '~/server/challenges/contract'
import { verify } from '~/server/ledger'
import { toAppError } from '~/server/platform/errors'
import { type Domain, openDomain } from '../support/domain'
import type { Member } from '../support/fixtures'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const rows = async <T extends object>(text: string, ...values: unknown[]): Promise<T[]> =>
  (await domain.stores.db.pool.query<T>(text, values)).rows
const chance = (most: number) => Math.floor(Math.random() * most)
const NOBODY = '01890000-0000-7000-8000-000000000000'
/** One of them, or what is not there. */
const one = <T>(list: readonly T[]): T =>
  list[chance(list.length)] ?? ({ id: 0, team: 0, user: NOBODY, captain: NOBODY } as T)

const anyTeam = async () =>
  one(
    await rows<{ id: number; user: string; captain: string }>(
      'SELECT t.id, m.user_id AS user, t.captain_id AS captain FROM teams t JOIN team_members m ON m.team_id = t.id'
    )
  )
const anyPlayer = async (game: number) =>
  one(
    await rows<{ id: number; team: number; user: string }>(
      `SELECT p.id, p.team_id AS team, r.user_id AS user FROM participations p JOIN registrations r ON r.participation_id = p.id
       WHERE p.game_id = $1`,
      game
    )
  )
const anyChallenge = async (game: number) =>
  one(await rows<{ id: number }>('SELECT id FROM challenges WHERE game_id = $1', game)).id

const caller = (id: string) => domain.as({ id, name: 'x' })

async function newChallenge(ctx: Ctx, game: number) {
  const { challenges } = domain.services
  const type = one(['StaticAttachment', 'DynamicAttachment', 'DynamicContainer'] as const)
  const { id } = await challenges.create(ctx, game, challengeInput.parse({ title: type, type }))
  const flags = Array.from({ length: 30 }, (_, place) => ({ flag: `f${place}` }))
  await challenges.addFlags(ctx, game, id, flagsInput.parse(flags))
  await challenges.update(ctx, game, id, { isEnabled: true, containerImage: 'x:1' })
}

async function newGame(ctx: Ctx): Promise<number> {
  const game = await domain.game({ acceptWithoutReview: true })
  for (let place = 0; place < 3; place++) await newChallenge(ctx, game)
  return game
}

/** What may happen at any moment; more often what stands here more often. */
function deeds(games: number[], people: Member[], chiefs: Ctx[]): (() => Promise<unknown>)[] {
  const { submissions, challenges, participations, teams, users, accounts, notices } = domain.services
  const game = () => one(games)
  const chief = (): Ctx => ({ ...one(chiefs), now: new Date() })
  const flag = async () => {
    const id = game()
    await submissions.submit(caller((await anyPlayer(id)).user), id, await anyChallenge(id), `f${chance(40)}`)
  }
  const look = async () => {
    const id = game()
    await challenges.play(caller((await anyPlayer(id)).user), id, await anyChallenge(id))
  }
  const join = async () => {
    const { id, user } = await anyTeam()
    await participations.join(caller(user), game(), { teamId: id })
  }
  const meet = async () => {
    const { id, captain } = await anyTeam()
    await teams.accept(domain.as(one(people)), await teams.invite(caller(captain), id))
  }
  const found = () => teams.create(domain.as(one(people)), { name: 'Crew' })
  const score = () => judge(domain.stores.db, game())
  const staff = [
    async () => {
      const status = one(['Suspended', 'Accepted', 'Rejected'] as const)
      await participations.setStatus(chief(), (await anyPlayer(game())).id, status)
    },
    async () => {
      const id = game()
      await challenges.update(chief(), id, await anyChallenge(id), {
        isEnabled: chance(4) > 0,
        hints: ['look']
      })
    },
    async () => {
      const id = game()
      await challenges.remove(chief(), id, await anyChallenge(id))
      await newChallenge(chief(), id)
    },
    async () => {
      const place = chance(games.length)
      const gone = games[place]!
      games[place] = await newGame(chief())
      await domain.services.games.remove(chief(), gone)
    },
    async () => teams.adminDelete(chief(), (await anyTeam()).id),
    async () => {
      const place = chance(people.length)
      await users.remove(chief(), people[place]!.id)
      people[place] = (await domain.users(1))[0]!
    },
    () => users.update(chief(), one(people).id, { bio: String(Math.random()) }),
    () => notices.publish(chief(), game(), { content: 'soon' })
  ]
  const crew = [
    async () => {
      const { id, user } = await anyTeam()
      await teams.leave(caller(user), id)
    },
    async () => {
      const { id, user, captain } = await anyTeam()
      await (chance(2) ? teams.kick : teams.transfer)(caller(captain), id, user)
    },
    async () => {
      const { id, captain } = await anyTeam()
      await (chance(4) ? teams.update(caller(captain), id, { bio: 'x' }) : teams.disband(caller(captain), id))
    },
    async () => {
      const id = game()
      await participations.leave(caller((await anyPlayer(id)).user), id)
    },
    () => accounts.sessions.start(one(people).id, domain.as(null)),
    () => accounts.visits.flush()
  ]
  return [
    ...staff,
    ...crew,
    ...Array.from({ length: 4 }, () => [flag, flag, look, join, meet, found, score])
  ].flat()
}

it('everybody does everything at once: nothing breaks, and ledgers are whole', async () => {
  const { stores, users, as, admin } = domain
  const chiefs = (await users(3, 'Admin')).map((member) => as(member, { role: 'Admin' }))
  const games = [await newGame(admin), await newGame(admin)]
  const all = deeds(games, await users(40), chiefs)
  const failures: unknown[] = []
  const end = Date.now() + 5000
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      while (Date.now() < end) {
        await sleep(chance(5))
        await one(all)().catch((error: unknown) => {
          if (toAppError(error).status === 500) failures.push(error)
        })
      }
    })
  )
  expect(failures).toEqual([])
  for (const { id } of await rows<{ id: number }>('SELECT id FROM games')) {
    while ((await judge(stores.db, id)).rows.length > 0);
    expect((await verify(stores.db.pool, id)).firstBad).toBeNull()
  }
  const left = `SELECT submission_id AS id FROM unjudged UNION ALL
    SELECT s.id FROM submissions s WHERE NOT EXISTS (SELECT FROM challenges c WHERE c.id = s.challenge_id)`
  expect(await rows(left)).toEqual([])
})
