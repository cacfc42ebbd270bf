import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { judge } from '~/scoring/judge'
import type { Ctx } from '~/server/access/contract'
import { challengeInput, flagsInput } from '~/server/challenges/contract'
import { verifyChain } from '~/server/ledger'
import { toAppError } from '~/server/platform/errors'
import { type Domain, openDomain } from '../../support/domain'
import type { Member } from '../../support/fixtures'
import { createRandom, type Random, SEED } from '../../support/random'

/** How many act at the same time, and how often each. */
const ACTORS = 20
const DEEDS = 25

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const rows = async <T extends object>(text: string, ...values: unknown[]): Promise<T[]> =>
  (await domain.stores.db.pool.query<T>(text, values)).rows
const NOBODY = '01890000-0000-7000-8000-000000000000'

const caller = (id: string) => domain.as({ id, name: 'x' })

async function newChallenge(random: Random, ctx: Ctx, game: number) {
  const { challenges } = domain.services
  const type = random.pick(['StaticAttachment', 'DynamicAttachment', 'DynamicContainer'] as const)!
  const { id } = await challenges.create(ctx, game, challengeInput.parse({ title: type, type }))
  const flags = Array.from({ length: 30 }, (_, place) => ({ flag: `f${place}` }))
  await challenges.addFlags(ctx, game, id, flagsInput.parse(flags))
  await challenges.update(ctx, game, id, { isEnabled: true, containerImage: 'x:1' })
}

async function newGame(random: Random, ctx: Ctx): Promise<number> {
  const game = await domain.game({ acceptWithoutReview: true })
  for (let place = 0; place < 3; place++) await newChallenge(random, ctx, game)
  return game
}

interface World {
  games: number[]
  people: Member[]
  chiefs: Ctx[]
}

/** Picks existing things; of an empty list a missing one. */
function draws(random: Random, { games, people, chiefs }: World) {
  const one = <T>(list: readonly T[]): T =>
    random.pick(list) ?? ({ id: 0, team: 0, user: NOBODY, captain: NOBODY } as T)
  return {
    one,
    game: () => one(games),
    chief: (): Ctx => ({ ...one(chiefs), now: new Date() }),
    person: () => one(people),
    anyTeam: async () =>
      one(
        await rows<{ id: number; user: string; captain: string }>(
          'SELECT t.id, m.user_id AS user, t.captain_id AS captain FROM teams t JOIN team_members m ON m.team_id = t.id'
        )
      ),
    anyPlayer: async (game: number) =>
      one(
        await rows<{ id: number; team: number; user: string }>(
          `SELECT p.id, p.team_id AS team, r.user_id AS user FROM participations p
           JOIN registrations r ON r.participation_id = p.id WHERE p.game_id = $1`,
          game
        )
      ),
    anyChallenge: async (game: number) =>
      one(await rows<{ id: number }>('SELECT id FROM challenges WHERE game_id = $1', game)).id
  }
}

type Action = () => Promise<unknown>

function staffActions(random: Random, world: World): Action[] {
  const { challenges, participations, teams, users, notices, games: organising } = domain.services
  const { games, people } = world
  const { one, game, chief, person, anyTeam, anyPlayer, anyChallenge } = draws(random, world)
  return [
    async () => {
      const status = one(['Suspended', 'Accepted', 'Rejected'] as const)
      await participations.setStatus(chief(), (await anyPlayer(game())).id, status)
    },
    async () => {
      const id = game()
      const change = { isEnabled: random.below(4) > 0, hints: ['look'] }
      await challenges.update(chief(), id, await anyChallenge(id), change)
    },
    async () => {
      const id = game()
      await challenges.remove(chief(), id, await anyChallenge(id))
      await newChallenge(random, chief(), id)
    },
    async () => {
      const place = random.below(games.length)
      const gone = games[place]!
      games[place] = await newGame(random, chief())
      await organising.remove(chief(), gone)
    },
    async () => teams.adminDelete(chief(), (await anyTeam()).id),
    async () => {
      const place = random.below(people.length)
      await users.remove(chief(), people[place]!.id)
      people[place] = (await domain.users(1))[0]!
    },
    () => users.update(chief(), person().id, { bio: String(random.below(1e9)) }),
    () => notices.publish(chief(), game(), { content: 'soon' })
  ]
}

function teamActions(random: Random, world: World): Action[] {
  const { participations, teams, accounts } = domain.services
  const { game, person, anyTeam, anyPlayer } = draws(random, world)
  return [
    async () => {
      const { id, user } = await anyTeam()
      await teams.leave(caller(user), id)
    },
    async () => {
      const { id, user, captain } = await anyTeam()
      await (random.below(2) ? teams.kick : teams.transfer)(caller(captain), id, user)
    },
    async () => {
      const { id, captain } = await anyTeam()
      await (random.below(4)
        ? teams.update(caller(captain), id, { bio: 'x' })
        : teams.disband(caller(captain), id))
    },
    async () => {
      const id = game()
      await participations.leave(caller((await anyPlayer(id)).user), id)
    },
    () => accounts.sessions.start(person().id, domain.as(null)),
    () => accounts.visits.flush()
  ]
}

function playerActions(random: Random, world: World): Action[] {
  const { submissions, challenges, participations, teams } = domain.services
  const { game, person, anyTeam, anyPlayer, anyChallenge } = draws(random, world)
  const flag = async () => {
    const id = game()
    const answer = `f${random.below(40)}`
    await submissions.submit(caller((await anyPlayer(id)).user), id, await anyChallenge(id), answer)
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
    await teams.accept(domain.as(person()), await teams.invite(caller(captain), id))
  }
  const found = () => teams.create(domain.as(person()), { name: 'Crew' })
  const score = () => judge(domain.stores.db, game())
  return Array.from({ length: 4 }, () => [flag, flag, look, join, meet, found, score]).flat()
}

/** Acts by a random stream of its own; adds unexpected errors to `failures`. */
async function act(stream: number, world: World, failures: unknown[]): Promise<void> {
  const random = createRandom(stream)
  const all = [staffActions, teamActions, playerActions].flatMap((deeds) => deeds(random, world))
  for (let deed = 0; deed < DEEDS; deed++) {
    // Lets others start in between, or not.
    if (random.below(2)) await nextTurn()
    await random.pick(all)!().catch((error: unknown) => {
      if (toAppError(error).status === 500) failures.push(error)
    })
  }
}

it('many actors do everything at once: nothing breaks, and ledgers are whole', async () => {
  const { stores, users, as, admin } = domain
  const chiefs = (await users(3, 'Admin')).map((member) => as(member, { role: 'Admin' }))
  const random = createRandom()
  const games = [await newGame(random, admin), await newGame(random, admin)]
  const world = { games, people: await users(40), chiefs }
  const failures: unknown[] = []
  await Promise.all(Array.from({ length: ACTORS }, (_, place) => act(place + 1, world, failures)))
  expect(failures, `TEST_SEED=${SEED}`).toEqual([])
  for (const { id } of await rows<{ id: number }>('SELECT id FROM games')) {
    while ((await judge(stores.db, id)).rows.length > 0);
    expect((await verifyChain(stores.db.pool, id)).firstBad, `TEST_SEED=${SEED}`).toBeNull()
  }
  const left = `SELECT submission_id AS id FROM unjudged UNION ALL
    SELECT s.id FROM submissions s WHERE NOT EXISTS (SELECT FROM challenges c WHERE c.id = s.challenge_id)`
  expect(await rows(left), `TEST_SEED=${SEED}`).toEqual([])
})
