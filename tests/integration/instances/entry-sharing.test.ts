import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Ctx } from '~/server/access/contract'
import { createDatabase } from '~/server/db'
import { createTicketSharing, type UsedTicket } from '~/server/instances/entries/ticket-sharing'
import type { GameEventView } from '~/server/monitoring/contract'
import type { Scope } from '~/server/tokens/constants'
import { type Domain, openDomain } from '../../support/domain'
import { type Member, type PlayedGame, playGame, sessionOf } from '../../support/fixtures'
import { addEngine, addInstance } from '../../support/instances/instance-rows'
import { changeOf } from '../../support/stores/stores'

let domain: Domain
let engine: number
let monitor: Ctx
beforeAll(async () => {
  domain = await openDomain({ INSTANCE_ENTRY: 'tunnel' })
  engine = await addEngine(domain.stores.db)
  monitor = domain.as((await domain.users(1, 'Monitor'))[0]!, { role: 'Monitor' })
})
afterAll(() => domain?.close())

const NO_LIMITS = { take: async () => {} }
const sql = (text: string, values: unknown[]) => domain.stores.db.pool.query(text, values)

interface Stage {
  game: PlayedGame
  instance: string
  ticket: string
  holder: Member
}

async function ticketFor(instance: string, holder: Member): Promise<string> {
  await sessionOf(domain, holder)
  const { rows } = await sql(
    `INSERT INTO instance_tickets (instance_id, user_id, session_id)
     SELECT $1, user_id, id FROM sessions WHERE user_id = $2 LIMIT 1 RETURNING id`,
    [instance, holder.id]
  )
  return rows[0].id as string
}

/** A running instance of the first of three teams of two, and the ticket of its captain. */
async function played(): Promise<Stage> {
  const game = await playGame(domain.stores.db, { membersEach: 2 })
  const instance = await addInstance(domain.stores.db, game, { state: 'ready', engine, readyAt: -1 })
  const holder = game.teams[0]!.members[0]
  return { game, instance, holder, ticket: await ticketFor(instance, holder) }
}

const visitor = (ip: string): Ctx => ({ ...domain.as(null), ip })
const use = ({ ticket }: Pick<Stage, 'ticket'>, ctx: Ctx) =>
  domain.services.instances.tickets.admit(ctx, ticket, 'team', NO_LIMITS)

async function hints({ game }: Stage): Promise<GameEventView[]> {
  const filter = { hideContainer: false, kind: 'hints', search: '' } as const
  return domain.services.monitoring.events(monitor, game.id, filter, { count: 100, skip: 0 })
}
const signs = async (stage: Stage) => (await hints(stage)).map(({ values }) => values.slice(1))

describe('an entry that another player uses', () => {
  it('is recorded once, with owner and user, and still opens', async () => {
    const stage = await played()
    const { game, instance, holder } = stage
    const [outsider] = game.teams[1]!.members
    expect(await use(stage, domain.as(outsider))).toMatchObject({ instance })
    await use(stage, domain.as(outsider))
    await use(stage, domain.as(game.teams[2]!.members[0]))
    const [challenge] = game.challenges
    expect(await hints(stage)).toMatchObject([
      {
        type: 'Normal',
        values: [
          `Entry shared? ${challenge!.title}`,
          'account',
          String(challenge!.id),
          challenge!.title,
          outsider.name,
          String(game.teams[1]!.participationId)
        ],
        user: holder.name,
        team: game.teams[0]!.name
      }
    ])
  })

  it('is no event for the owner, another member, staff, or an anonymous client', async () => {
    const stage = await played()
    const [one, two] = stage.game.teams[0]!.members
    const staff = (await domain.users(1))[0]!
    await use(stage, domain.as(one))
    await use(stage, domain.as(two!))
    await use(stage, domain.as(staff, { role: 'Monitor' }))
    await use(stage, domain.admin)
    await use(stage, visitor('192.0.2.1'))
    expect(await hints(stage)).toEqual([])
  })

  it('is one hint of many uses at once', async () => {
    const stage = await played()
    const strangers = [1, 2].flatMap((team) => stage.game.teams[team]!.members)
    await Promise.all([...strangers, ...strangers, ...strangers].map((one) => use(stage, domain.as(one))))
    expect(await hints(stage)).toHaveLength(1)
  })
})

describe('an entry that is used with an API token', () => {
  it('opens for a token that may play its game, and for no other, which is no hint of sharing either', async () => {
    const stage = await played()
    const [outsider] = stage.game.teams[1]!.members
    const { services } = domain
    const tried = async (scopes: Scope[], gameId: number | null, member = stage.holder) => {
      const person = domain.as(member)
      const token = { id: randomUUID(), name: 'CLI', scopes, gameId, service: false }
      const ctx: Ctx = { ...person, actor: { ...person.actor!, token } }
      return services.instances.tickets.admit(ctx, stage.ticket, 'team', NO_LIMITS).then(
        () => 'open',
        ({ code }: { code: string }) => code
      )
    }
    const { id } = stage.game
    expect([
      await tried(['play'], id),
      await tried(['play'], null),
      await tried(['read', 'play'], id)
    ]).toEqual(Array(3).fill('open'))
    expect([await tried(['play'], id + 1, outsider), await tried(['read'], id, outsider)]).toEqual([
      'token.game',
      'token.scope'
    ])
    expect(await hints(stage)).toEqual([])
  })
})

describe('an entry that is used from many networks', () => {
  const from = async (stage: Stage, ...addresses: string[]) => {
    for (const address of addresses) await use(stage, visitor(address))
    return signs(stage)
  }
  const { id, title } = { id: expect.any(String), title: expect.any(String) }
  const HINT = [['networks', id, title, '4']]

  it('is recorded at the fourth network of IPv4, however many addresses each has', async () => {
    const stage = await played()
    expect(await from(stage, '203.0.113.1', '203.0.113.254', '198.51.100.1', '192.0.2.1')).toEqual([])
    expect(await from(stage, '::ffff:198.51.100.77', '192.0.2.9')).toEqual([])
    expect(await from(stage, '198.18.0.1')).toEqual(HINT)
    expect(await from(stage, '198.18.1.1', '198.18.2.1', '198.18.3.1')).toEqual(HINT)
  })

  it('is recorded at the fourth /48 of IPv6, which is counted separately', async () => {
    const stage = await played()
    await from(stage, '203.0.113.1', '198.51.100.1', '192.0.2.1')
    expect(
      await from(stage, '2001:db8:1::1', '2001:db8:1:ffff::1', '2001:db8:2::1', '2001:db8:3::1')
    ).toEqual([])
    expect(await from(stage, '2001:db8:4::1')).toEqual(HINT)
  })

  it('is one hint when they come at once, also when a count is lost', async () => {
    const stage = await played()
    const addresses = ['203.0.113.1', '198.51.100.1', '192.0.2.1', '198.18.0.1']
    await Promise.all([...addresses, ...addresses, ...addresses].map((ip) => use(stage, visitor(ip))))
    expect(await signs(stage)).toEqual(HINT)
  })

  it('is not counted for networks of staff, nor for their own tickets', async () => {
    const stage = await played()
    await from(stage, '203.0.113.1', '198.51.100.1', '192.0.2.1')
    await use(stage, { ...domain.admin, ip: '198.18.0.1' })
    expect(await signs(stage)).toEqual([])

    const { id: admin, userName: name } = domain.admin.actor!
    const own = { ...stage, ticket: await ticketFor(stage.instance, { id: admin, name }) }
    expect(await from(own, '203.0.113.1', '198.51.100.1', '192.0.2.1', '198.18.0.1', '198.18.1.1')).toEqual(
      []
    )
  })

  it('is recorded for both signs, each once', async () => {
    const stage = await played()
    const outsider = stage.game.teams[1]!.members[0]
    await from(stage, '203.0.113.1', '198.51.100.1', '192.0.2.1')
    await use(stage, { ...domain.as(outsider), ip: '198.18.0.1' })
    expect((await signs(stage)).map(([sign]) => sign).sort()).toEqual(['account', 'networks'])
  })
})

it('a failing check blocks nobody', async () => {
  const stage = await played()
  const used: UsedTicket = {
    ...{ ticket: stage.ticket, instance: stage.instance, holder: stage.holder.id },
    ...{ kind: 'team', staff: false, networks: [], hinted: [] }
  }
  const lost = createDatabase(domain.stores.databaseUrl)
  await lost.close()
  const sharing = createTicketSharing({
    db: lost,
    change: changeOf({ db: lost, log: domain.stores.log }),
    log: domain.stores.log
  })
  await expect(sharing.detect(visitor('203.0.113.1'), used)).resolves.toBeUndefined()
  expect(await hints(stage)).toEqual([])
})
