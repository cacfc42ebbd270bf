import { type BarGame, gameTabs } from '~/app/components/game/GameBar'
import { phaseOf } from '~/app/components/game/Timebar'
import type { Group, Item } from '~/app/islands/scripts/palette/answer'
import type { ViewArgs } from '~/app/request/page'
import { matchesSearch } from '~/app/request/paging'
import type { GameAction } from '~/server/access/constants'
import { mayIn } from '~/server/access/contract'
import { isAppError } from '~/server/platform/errors'

type Args = Pick<ViewArgs, 'services' | 'ctx' | 't'>

/** Pages of a game for its staff: text key, path below the game's, action. */
const MONITOR: [text: string, path: string, action: GameAction][] = [
  ['monitor:tab.Watch', 'Watch', 'watch'],
  ['monitor:tab.Submissions', 'Submissions', 'watch'],
  ['monitor:tab.CheatInfo', 'CheatInfo', 'watch'],
  ['monitor:tab.Cases', 'Cases', 'cases'],
  ['monitor:tab.Help', 'Help', 'tickets'],
  ['monitor:tab.Blocks', 'Blocks', 'blocks']
]
const EDITING: [text: string, path: string, action: GameAction][] = [
  ['admin:tab.Info', 'Info', 'settings'],
  ['admin:tab.challenges', 'challenges', 'challenges'],
  ['admin:tab.Review', 'Review', 'review'],
  ['admin:tab.Notices', 'Notices', 'notices'],
  ['admin:tab.Corrections', 'Corrections', 'corrections'],
  ['admin:tab.Writeups', 'Writeups', 'writeups'],
  ['admin:tab.Webhooks', 'Webhooks', 'webhooks'],
  ['admin:tab.Staff', 'Staff', 'overview']
]

/** The running game that the caller plays in and that ends first. */
async function playedGame({ services, ctx }: Args): Promise<number | null> {
  const { running } = await services.games.recent(ctx)
  const played = await services.games.playing(
    ctx,
    running.map(({ id }) => id)
  )
  return running.find(({ id }) => played.has(id))?.id ?? null
}

/** Null for a game that the caller may not see. */
async function gameOf({ services, ctx }: Args, id: number) {
  try {
    const [game, standing] = await Promise.all([
      services.games.one(ctx, id),
      services.games.standing(ctx, id)
    ])
    return { ...game, teamId: standing?.teamId ?? null }
  } catch (error) {
    if (isAppError(error)) return null
    throw error
  }
}

type Place = [text: string, href: string]

/** Of a game that has begun: its notices, and what the own team has. */
function ownPlaces({ id, status, member, teamId }: BarGame & { teamId: number | null }): Place[] {
  const notices: Place = ['challenges:notices.title', `/games/${id}/Notices`]
  if (status !== 'Accepted' || teamId === null) return [notices]
  const team: Place = ['search:own_team', `/games/${id}/Teams/${teamId}`]
  return member ? [notices, team, ['challenges:own.workspace', `/games/${id}/Workspace`]] : [notices, team]
}

const goes = (href: string, text: string, detail = ''): Item => ({
  ...{ id: `go ${href}`, text, detail },
  does: { href }
})

/**
 * Where the caller can go in the game of the page, else in the one that they play in: pages that are open to them alone.
 * Null without such a game.
 */
export async function commandsOf(args: Args, game: number | undefined, q: string): Promise<Group | null> {
  const { ctx, t } = args
  const id = game ?? (await playedGame(args))
  const of = id === null ? null : await gameOf(args, id)
  if (!of) return null
  const may = (action: GameAction) => mayIn(ctx.actor, of.id, action)
  const phase = phaseOf(Date.parse(of.start), Date.parse(of.end), ctx.now.getTime())
  // Its administration has entries of its own.
  const reader = { watches: may('watch'), helps: may('tickets'), tries: may('preview'), manages: false }
  const tabs = gameTabs(of, phase, reader)
    // The game itself is among the games.
    .filter(([tab, , closed]) => tab !== 'overview' && closed === null)
    .map(([tab, href]): Place => [`games:bar.${tab}`, href])
  const places = [...tabs, ...(phase === 'upcoming' ? [] : ownPlaces(of))]
  const monitor = phase === 'upcoming' ? [] : MONITOR.filter(([, , action]) => may(action))
  const editing = EDITING.filter(([, , action]) => may(action))
  const items = [
    ...places.map(([key, href]) => goes(href, t(key))),
    ...monitor.map(([key, path]) => goes(`/games/${of.id}/monitor/${path}`, t(key), t('admin:monitor'))),
    ...editing.map(([key, path]) => goes(`/admin/games/${of.id}/${path}`, t(key), t('admin:nav.label')))
  ]
  return {
    id: 'here',
    title: of.title,
    items: items.filter(({ text, detail }) => matchesSearch(q, text, detail))
  }
}
