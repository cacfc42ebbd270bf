import newsIsland from '~/app/islands/news'
import { Island } from '~/app/islands/runtime/island'
import { type ShellData, useShell } from '~/app/request/page/shell'
import { type GameView, gamePhase } from '~/server/games/contract'

interface GameNewsProps {
  game: Pick<GameView, 'id' | 'start' | 'end' | 'practiceMode' | 'status' | 'organization' | 'unread'>
  /** Unix milliseconds of the request. */
  now: number
}

/** Toasts of notices and standing, for pages without another socket (docs/rules/interface.md#news). */
export function GameNews(props: GameNewsProps) {
  return gameNewsOf(props, useShell()?.viewer)
}

/** The same for a reader; null for visitors, and while nothing can happen. */
export function gameNewsOf({ game, now }: GameNewsProps, viewer: ShellData['viewer'] | undefined) {
  if (!viewer) return null
  const { id, start, end, practiceMode, status, organization, unread } = game
  const phase = gamePhase({ start: new Date(start), end: new Date(end) }, new Date(now))
  const listens = phase === 'running' || (status !== 'Unsubmitted' && (phase === 'before' || practiceMode))
  const news = { id, title: null, own: { status, division: organization, unread } }
  return listens ? <Island of={newsIsland} props={{ games: [news] }} on="idle" /> : null
}
