import { afterAll, beforeAll } from 'vitest'
import { type LinkPage, newestLinkOf, setPolicy } from '../accounts/account-policy'
import { type Mailbox, openMailbox } from '../accounts/mailbox'
import { type OpenGame, Organiser, type Player, tag } from '../games/organiser'
import { type Platform, startPlatform } from '../processes/platform'
import { Client } from './client'
import { Contract } from './contract'

/** A platform with mail and jobs, a running game of two challenges, and its callers. Filled before the first test. */
export interface ContractSuite {
  platform: Platform
  contract: Contract
  /** Calls an operation and checks it against the document that the platform serves. */
  drive: Contract['drive']
  organiser: Organiser
  admin: Client
  visitor: Client
  game: OpenGame
  /** Plays in the game. */
  captain: Player
  /** A new account without a team. */
  member(): Promise<Player>
  idOf(player: Player): Promise<string>
  /** Changes what registrations need. */
  policy(wish: object): Promise<unknown>
  /** The values in the newest link of this kind in mails to an address. */
  linkTo(address: string, page: LinkPage): ReturnType<typeof newestLinkOf>
}

async function open(mailbox: Mailbox): Promise<ContractSuite> {
  const mail = { SMTP_URL: mailbox.url, MAIL_FROM: 'ctf@halyard.example' }
  const platform = await startPlatform(mail, { jobs: true })
  const organiser = await Organiser.of(platform)
  const visitor = new Client(platform.url)
  const contract = await Contract.of(visitor)
  const game = await organiser.game({
    challenges: [{ title: 'Solved', hints: ['Look up'] }, { title: 'Open' }]
  })
  return {
    ...{ platform, contract, organiser, visitor, game, admin: organiser.client },
    captain: await organiser.player(game),
    drive: (...call) => contract.drive(...call),
    async member() {
      const client = new Client(platform.url)
      const name = `c${tag()}`
      await client.register(name)
      return { name, client, team: { id: 0, name: '' } }
    },
    idOf: async ({ client }) => (await client.ok<{ userId: string }>('GET', '/api/account/profile')).userId,
    policy: (wish) => setPolicy(platform, wish),
    linkTo: (address, page) => newestLinkOf(mailbox, address, page)
  }
}

/** Opens the suite before the tests of a file and closes it after them. */
export function contractSuite(): ContractSuite {
  const suite = {} as ContractSuite
  let mailbox: Mailbox
  beforeAll(async () => {
    mailbox = await openMailbox()
    Object.assign(suite, await open(mailbox))
  })
  afterAll(async () => {
    await suite.platform?.close()
    await mailbox?.close()
  })
  return suite
}
