import { afterAll, beforeAll } from 'vitest'
import { judge } from '~/scoring/judge'
import type { Ctx } from '~/server/access/contract'
import { caseOpen, caseProposal, caseVerdict } from '~/server/cases/contract'
import { MINUTE_MS } from '~/server/platform/time'
import { type Domain, openDomain } from '../domain'
import { type PlayingTeam, playGame, sendFlags } from '../fixtures'

/** Cases about teams and the staff that decides them, for all tests of a file. */
export function openCasesSuite(env: Parameters<typeof openDomain>[0] = {}) {
  let domain: Domain
  let monitor: Ctx
  let second: Ctx
  beforeAll(async () => {
    domain = await openDomain(env)
    const [watcher] = await domain.users(1, 'Monitor')
    const [admin] = await domain.users(1, 'Admin')
    monitor = domain.as(watcher!, { role: 'Monitor' })
    second = domain.as(admin!, { role: 'Admin' })
  })
  afterAll(() => domain?.close())

  const ago = (minutes: number) => Math.floor(Date.now() / 1000) * 1000 - minutes * MINUTE_MS
  const query = async (text: string, ...values: unknown[]) =>
    (await domain.stores.db.pool.query(text, values)).rows
  const cases = () => domain.services.cases

  /** A game in which two of three teams solved both challenges, and a case about the first two. */
  async function suspected() {
    const game = await playGame(domain.stores.db, { teams: 3, challenges: 2, membersEach: 2 })
    const [first, other, third] = game.teams as [PlayingTeam, PlayingTeam, PlayingTeam]
    const ids = await sendFlags(
      domain.stores.db,
      game,
      [first, other].flatMap((team, place) =>
        game.challenges.map((challenge, index) => ({ team, challenge, at: ago(30 - 10 * place - index) }))
      )
    )
    while ((await judge(domain.stores.db, game.id)).rows.length > 0);
    const opened = await cases().open(
      monitor,
      game.id,
      caseOpen.parse({
        title: 'Same hand',
        evidence: ids.map((id) => ({ kind: 'submission', id })),
        participationIds: [first.participationId]
      })
    )
    return { game, first, other, third, ids, opened }
  }
  type Suspected = Awaited<ReturnType<typeof suspected>>

  const proposalOf = ({ game, first, opened }: Suspected, more: object = {}) =>
    caseProposal.parse({
      outcome: 'void',
      participationIds: [first.participationId],
      challengeIds: game.challenges.map(({ id }) => id),
      reason: 'The flags were copied.',
      version: opened.version,
      ...more
    })
  const propose = (given: Suspected, more: object = {}, ctx: Ctx = monitor) =>
    cases().propose(ctx, given.game.id, given.opened.number, proposalOf(given, more))
  const confirm = ({ game, opened }: Suspected, version: number, ctx: Ctx = second) =>
    cases().answer(ctx, game.id, opened.number, caseVerdict.parse({ accept: true, version }))
  const decided = async (given: Suspected, more: object = {}) =>
    confirm(given, (await propose(given, more)).version)

  return {
    MINUTE: MINUTE_MS,
    ago,
    query,
    cases,
    suspected,
    propose,
    confirm,
    decided,
    get domain() {
      return domain
    },
    get monitor() {
      return monitor
    },
    get second() {
      return second
    }
  }
}
