import type { Sheet } from '~/app/islands/challenges/props'
import { hrefOf, type Query } from '~/app/islands/challenges/query'
import type { ContainerTestProps } from '~/app/islands/container-test/ContainerTest'
import type { Mark, TrialProps } from '~/app/islands/trial/props'
import { redirectWith } from '~/app/request/flash'
import type { UserViewArgs } from '~/app/request/page'
import { newestTest } from '~/app/request/test-instance'
import type { BoardChallenge } from '~/scoring'
import { mayIn } from '~/server/access/contract'
import { hasContainer } from '~/server/challenges/constants'
import type { TrialCard } from '~/server/challenges/trial/contract'
import { bloodBonusOf, DEFAULT_BLOOD_BONUS, type GamePhase, gamePhase } from '~/server/games/contract'
import { isAppError } from '~/server/platform/errors'
import { readySnapshot } from '../ready-board'
import { filterHtml } from './labels'
import { sheetOf } from './sheet'

/** Only staff of the game see hidden ones. */
export const mayPreview = ({ actor }: Pick<UserViewArgs, 'actor'>, gameId: number): boolean =>
  mayIn(actor, gameId, 'preview')

/** Only editors of challenges try flags and start test instances. */
const mayTry = ({ actor }: Pick<UserViewArgs, 'actor'>, gameId: number): boolean =>
  mayIn(actor, gameId, 'challenges')

/** Why players do not see a challenge; null when they do (docs/rules/interface.md#challenges-for-staff). */
function markOf({ isEnabled, releaseAt }: TrialCard, phase: GamePhase, args: UserViewArgs): Mark | null {
  if (!isEnabled && releaseAt) return { kind: 'scheduled', time: `${args.format.moment(releaseAt)} UTC` }
  if (!isEnabled) return { kind: 'disabled' }
  return phase === 'before' ? { kind: 'before' } : null
}

const cardOf = ({ isEnabled: _, releaseAt: __, customCategory, ...card }: TrialCard): BoardChallenge => ({
  ...card,
  ...(customCategory && { customCategory }),
  bloods: []
})

/** Test instance beside the text; null without containers. */
async function testIn(args: UserViewArgs, gameId: number, sheet: Sheet, query: Query) {
  if (!hasContainer(sheet.type) || !mayTry(args, gameId)) return null
  const { services, ctx } = args
  const [references, engines, test] = await Promise.all([
    services.challenges.imagesOf(ctx, gameId, sheet.id),
    services.engines.list(ctx),
    newestTest(args, gameId, sheet.id)
  ])
  const barrier = references.length === 0 ? 'image' : engines.length === 0 ? 'engine' : null
  return {
    url: `/api/edit/games/${gameId}/challenges/${sheet.id}/container`,
    test,
    lines: null,
    barrier,
    form: 'trial-acts',
    href: hrefOf(gameId, query),
    now: ctx.now.getTime()
  } satisfies ContainerTestProps
}

type Dialog = Pick<TrialProps, 'sheet' | 'judged' | 'test'>

async function dialogIn(args: UserViewArgs, gameId: number, query: Query): Promise<Dialog> {
  if (query.open === null) return { sheet: null, judged: null, test: null }
  try {
    const view = await args.services.challenges.trial(args.ctx, gameId, query.open)
    const sheet = sheetOf(view, args.t)
    const { rule, solvable } = view
    const judged = mayTry(args, gameId) ? { rule, solvable } : null
    return { sheet, judged, test: await testIn(args, gameId, sheet, query) }
  } catch (error) {
    if (!isAppError(error) || error.status !== 404) throw error
    const board = hrefOf(gameId, { ...query, open: null })
    throw redirectWith(board, { tone: 'warn', key: 'challenges:gone' })
  }
}

/** View of staff who do not play. @throws AppError `game.not_found` 404 */
export async function trialView(
  args: UserViewArgs,
  gameId: number,
  query: Query
): Promise<Omit<TrialProps, 'tried'>> {
  const { services, ctx } = args
  const [game, list, board, dialog] = await Promise.all([
    services.games.info(gameId),
    services.challenges.trialList(ctx, gameId),
    readySnapshot(args, gameId),
    dialogIn(args, gameId, query)
  ])
  const phase = gamePhase(game, ctx.now)
  const shown = new Map(
    Object.values(board?.head().challenges ?? {}).flatMap((all) => all.map((one) => [one.id, one]))
  )
  const marks = list.flatMap((one) => {
    const mark = markOf(one, phase, args)
    return mark ? [[one.id, mark] as const] : []
  })
  return {
    gameId,
    tries: mayTry(args, gameId),
    start: game.start.getTime(),
    now: ctx.now.getTime(),
    running: phase !== 'ended',
    labels: filterHtml(list, args.t),
    // The board has first solvers; what it lacks is disabled, or was until now.
    challenges: list.map((one) => (one.isEnabled && shown.get(one.id)) || cardOf(one)),
    marks: Object.fromEntries(marks),
    bonus: bloodBonusOf(game.bloodBonus) ?? bloodBonusOf(DEFAULT_BLOOD_BONUS)!,
    query,
    ...dialog
  }
}
