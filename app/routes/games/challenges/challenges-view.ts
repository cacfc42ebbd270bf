import { redirect } from '@remix-run/node'
import { MAX_NOTICES } from '~/app/islands/challenges/news/notice-feed'
import type { ChallengesProps } from '~/app/islands/challenges/props'
import { hrefOf, needsServer, type Query } from '~/app/islands/challenges/query'
import { shareValue } from '~/app/rendering/render-cache'
import { redirectWith } from '~/app/request/flash'
import type { UserViewArgs } from '~/app/request/page'
import { playedChallenge } from '~/app/request/played-challenge'
import type { BoardChallenge, BoardItem, BoardSnapshot, RankNeighbours } from '~/scoring'
import { hasContainer } from '~/server/challenges/constants'
import { bloodBonusOf, DEFAULT_BLOOD_BONUS, frozenSince, phaseIn } from '~/server/games/contract'
import type { Play } from '~/server/participations/contract'
import { isAppError } from '~/server/platform/errors'
import { LISTED } from '~/server/submissions/constants'
import type { AnswerResult } from '~/server/submissions/contract'
import { ready, readySnapshot, teamsIn } from '../ready-board'
import { belowText } from './below-text'
import { filterHtml } from './labels'
import { nextAfter } from './next'
import { feedOf } from './rendered-notices'
import { sheetOf } from './sheet'
import { mayPreview } from './trial-view'

const VERDICT_WAIT_MS = 1000

/** Why somebody may not play, as a message of the game's page (docs/rules/interface.md#pages-and-roles). */
const BACK: Record<string, string> = {
  'game.not_participating': 'games:back.not_participating',
  'participation.not_accepted': 'games:back.not_accepted',
  'game.not_started': 'games:back.not_started',
  'game.ended': 'games:back.ended'
}

/** Null for staff of the game who do not play, or preview the page. @throws Response redirect for others */
export async function playOrTry(args: UserViewArgs, gameId: number, query: Query): Promise<Play | null> {
  const { services, ctx } = args
  const previews = mayPreview(args, gameId)
  if (previews && query.preview) return null
  try {
    return await services.participations.guardPlay(ctx, gameId)
  } catch (error) {
    const key = isAppError(error) ? BACK[error.code] : undefined
    if (!key) throw error
    if (previews) return null
    const waits = (await services.games.standing(ctx, gameId))?.status === 'Pending'
    throw redirectWith(`/games/${gameId}`, { tone: 'warn', key: waits ? 'games:back.pending' : key })
  }
}

/** Verdict of the submission in the address, waiting briefly; null when it is not the user's. */
async function verdictOf(
  { services, ctx }: UserViewArgs,
  gameId: number,
  { open, submission }: Query
): Promise<AnswerResult | null> {
  if (open === null || submission === null) return null
  try {
    return await services.submissions.verdict(ctx, gameId, open, submission, VERDICT_WAIT_MS)
  } catch (error) {
    if (isAppError(error) && error.status === 404) return null
    throw error
  }
}

type Dialog = Pick<ChallengesProps, 'sheet' | 'instance' | 'tries' | 'solvers'>

const NEWEST = { count: LISTED.tries, skip: 0 }
const NONE: Dialog = { sheet: null, instance: null, tries: null, solvers: null }

async function dialogIn({ services, ctx, t }: UserViewArgs, gameId: number, query: Query): Promise<Dialog> {
  const { open, part, page, submission } = query
  if (open === null) return NONE
  try {
    const played = await ready(playedChallenge({ services, ctx }, gameId, open))
    if (!played) return NONE
    const [below, next] = await Promise.all([
      belowText({ services, ctx }, gameId, played, t),
      nextAfter({ services, ctx }, gameId, played)
    ])
    const sheet = sheetOf(played, t, below, next)
    const at = (size: number) => ({ count: size, skip: (page - 1) * size })
    const [instance, tries, solvers] = await Promise.all([
      hasContainer(sheet.type) ? services.instances.view(ctx, gameId, sheet.id) : null,
      part === 'tries' || submission !== null
        ? services.submissions.tries(ctx, gameId, open, part === 'tries' ? at(LISTED.tries) : NEWEST)
        : null,
      part === 'solvers' ? services.submissions.solvers(ctx, gameId, open, at(LISTED.solvers)) : null
    ])
    return { sheet, instance, tries, solvers }
  } catch (error) {
    if (!isAppError(error)) throw error
    const board = hrefOf(gameId, { ...query, open: null })
    if (error.code === 'challenge.locked')
      throw redirectWith(board, {
        tone: 'warn',
        key: 'errors:challenge.locked',
        params: { title: String(error.params.title) }
      })
    if (error.status !== 404) throw error
    const key = error.code === 'challenge.files_exhausted' ? `errors:${error.code}` : 'challenges:gone'
    throw redirectWith(board, { tone: 'warn', key })
  }
}

const lists = new WeakMap<BoardSnapshot, BoardChallenge[]>()

/** Challenges of a board; the same array for each version. */
function challengesOf(board: BoardSnapshot): BoardChallenge[] {
  const known = lists.get(board)
  if (known) return known
  const list = shareValue(Object.values(board.head().challenges).flat().map(shareValue))
  lists.set(board, list)
  return list
}

const queries = new Map<string, Query>()
const MAX_QUERIES = 1000

/** One object per equal query, for shared renderings. */
function shared(query: Query): Query {
  const key = JSON.stringify(query)
  const known = queries.get(key)
  if (known) return known
  if (queries.size >= MAX_QUERIES) queries.clear()
  queries.set(key, shareValue(query))
  return query
}

interface OwnPlace {
  own: BoardItem | null
  beside: RankNeighbours
}

const places = new WeakMap<BoardSnapshot, Map<number, OwnPlace>>()
/** Teams per board whose place is cached. */
const MAX_PLACES = 2000

/** A team's place on a board; the same object for its members. */
function placeOf(board: BoardSnapshot, teamId: number): OwnPlace {
  const teams = places.get(board) ?? new Map<number, OwnPlace>()
  places.set(board, teams)
  const known = teams.get(teamId)
  if (known) return known
  const item = board.teamItem(teamId)
  const own = item && shareValue(JSON.parse(item.toString()) as BoardItem)
  const place = { own, beside: shareValue(board.beside(teamId)) }
  if (teams.size >= MAX_PLACES) teams.clear()
  teams.set(teamId, place)
  return place
}

/** Milliseconds between two reads of an awaited board. */
const POLL_MS = 40

/** The board that includes the team's solve, waiting briefly; else the present one. */
async function boardWithSolve(
  args: UserViewArgs,
  gameId: number,
  teamId: number,
  challengeId: number
): Promise<BoardSnapshot | null> {
  for (const end = performance.now() + VERDICT_WAIT_MS; ; ) {
    const board = await readySnapshot(args, gameId)
    const own = board && placeOf(board, teamId).own
    if (own?.solvedChallenges.some(({ id }) => id === challengeId) || performance.now() > end) return board
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

/** Milliseconds that readers share a rendering; ages are rounded to them. */
const STEP = 30_000

/** Never before a freeze that has begun. */
const sharedNow = (now: number, frozen: Date | null): number =>
  Math.max(Math.floor(now / STEP) * STEP, frozen?.getTime() ?? 0)

/** The page's view; null while the board is not ready. */
export async function challengesView(
  args: UserViewArgs,
  { game, ...me }: Play,
  query: Query
): Promise<Omit<ChallengesProps, 'refused' | 'instanceRefused' | 'hintRefused'> | null> {
  const { services, ctx } = args
  // First the verdict, so that the board includes the solve.
  const status = await verdictOf(args, game.id, query)
  const practice = phaseIn(game, me, ctx.now) === 'ended'
  const frozen = frozenSince(game, ctx.now)
  const scored = status === 'Accepted' && !practice && !frozen
  const [board, dialog, notices, practised, behind, found, claims] = await Promise.all([
    scored ? boardWithSolve(args, game.id, me.teamId, query.open!) : readySnapshot(args, game.id),
    dialogIn(args, game.id, query),
    services.notices.list(ctx, game.id, { count: MAX_NOTICES, skip: 0 }),
    practice ? services.submissions.practised(game.id, me.participationId) : [],
    frozen ? services.submissions.behindFreeze(game.id, me.participationId, frozen) : [],
    needsServer(query) ? services.challenges.find(ctx, game.id, query.search, query.show) : null,
    practice ? {} : services.workspaces.claims(me.participationId)
  ])
  if (!board) return null
  const challenges = challengesOf(board)
  const { own, beside } = placeOf(board, me.teamId)
  const now = ctx.now.getTime()
  return {
    gameId: game.id,
    start: game.start.getTime(),
    now: query.open === null ? sharedNow(now, frozen) : now,
    practice,
    practised,
    freeze: game.freeze?.getTime() ?? null,
    behind,
    claims,
    writeup: game.writeupRequired,
    bonus: bloodBonusOf(game.bloodBonus) ?? bloodBonusOf(DEFAULT_BLOOD_BONUS)!,
    team: {
      id: me.teamId,
      participationId: me.participationId,
      name: me.teamName,
      avatar: own?.avatar ?? null,
      division: me.division,
      token: me.token
    },
    play: {
      seq: board.seq,
      challenges,
      own,
      beside,
      teams: board.teamCount,
      divisionTeams: me.division === null ? null : teamsIn(board, me.division),
      fresh: []
    },
    labels: filterHtml(challenges, args.t),
    notices: feedOf(notices),
    query: shared(query),
    found,
    ...dialog,
    me: ctx.actor?.userName ?? '',
    status
  }
}

/** The view with the verdict of a submission, after a flag without script. */
export const toVerdict = (gameId: number, query: Query, challengeId: number, submission: number) =>
  redirect(hrefOf(gameId, { ...query, open: challengeId, page: 1, submission }), 303)
