import { type Cards, challengeCard, type Replay, teamCard } from '~/scoring/rules'
import { shownCategory } from '~/server/categories/constants'
import type { ScoreEvent } from '~/server/ledger/contract'
import type { Past } from '../scoreboard/live/past'
import { divisionsIn, ownRowIn, rowOf, teamsOf, type View, viewOf } from '../scoreboard/live/view'
import { placeOf } from '../scoreboard/marks'
import { wholeList } from '../scoreboard/table/rows'
import type { Shown } from '../scoreboard/use-shown'
import { type BoardChange, CHANGE_KINDS, type ReplayProps } from './props'

export interface Scene extends Omit<Shown, 'lines' | 'changedAt' | 'place'> {
  final: Past['places']
  latest: readonly BoardChange[]
  entries: number
  total: number
}

interface Recorded {
  replay: Replay
  cards: Cards
  final: Past['places']
}

export interface Recording {
  /** `before`: the view of the moment that was shown last. */
  sceneAt(props: ReplayProps, at: number, before: View | null): Scene & { view: View }
}

const NO_NEWS: Shown['news'] = new Map()
const MAX_CHANGES = 5

/** What entries changed on the board, newest first, at most `MAX_CHANGES`. The view must have them folded in. */
export function changesIn({ board: { state, cards } }: View, entries: readonly ScoreEvent[]): BoardChange[] {
  const changes = entries.flatMap((event): BoardChange[] => {
    if (!(CHANGE_KINDS as readonly string[]).includes(event.kind)) return []
    const kind = event.kind as BoardChange['kind']
    const team = 'participationId' in event ? state.teams.get(event.participationId) : undefined
    const challenge = 'challengeId' in event ? state.challenges.get(event.challengeId) : undefined
    const card = challenge && challengeCard(cards, challenge)
    const solve =
      event.kind === 'solve'
        ? challenge?.solves.find(({ submissionId }) => submissionId === event.submissionId)
        : undefined
    return [
      {
        ...{ seq: event.seq, at: event.at, kind },
        team: team ? teamCard(cards, team).name : null,
        challenge: card?.title ?? null,
        category: card ? shownCategory(card) : '',
        place: placeOf(solve?.kind ?? 'Normal'),
        points: solve?.points ?? (event.kind === 'award' ? event.payload.points : null)
      }
    ]
  })
  return changes.slice(-MAX_CHANGES).reverse()
}

/** The board at a moment; it comes with the first ledger, as all that folds one. */
export function sceneOf(
  { replay, cards, final }: Recorded,
  { end, own, query: { division }, divisions }: ReplayProps,
  at: number,
  before: View | null
): Scene & { view: View } {
  const moment = at >= end ? Number.POSITIVE_INFINITY : at
  const entries = replay.entries(moment)
  const view = viewOf({ state: replay.board(moment), cards }, before, { changedAt: at, news: NO_NEWS })
  return {
    view,
    list: wholeList(teamsOf(view, { division, search: '' }), (team) => rowOf(team, view), 'whole'),
    columns: view.columns,
    layout: view.layout,
    bonus: view.bonus,
    divisions: divisionsIn(view, divisions),
    teams: view.ranking.length,
    ownRow: ownRowIn(view, own, { division }),
    news: NO_NEWS,
    final,
    latest: changesIn(view, entries.slice(-8)),
    entries: entries.length,
    total: replay.events.length
  }
}
