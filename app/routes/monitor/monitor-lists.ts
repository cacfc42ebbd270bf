import type { MonitorProps } from '~/app/islands/monitor/props'
import type { Query } from '~/app/islands/monitor/query'
import { redirectWith } from '~/app/request/flash'
import { idOf } from '~/app/request/ids'
import type { UserPageArgs } from '~/app/request/page'
import type { GameAction } from '~/server/access/constants'
import { mayIn } from '~/server/access/contract'
import { type Cursor, cursorText, type Page, positionParam } from '~/server/monitoring/contract'
import type { MonitorTab } from './MonitorFrame'

/**
 * The game that staff looks at, and what all of its pages show.
 * `early`: what is also there before the start.
 * @throws Response back to the game's page before the start (docs/rules/interface.md#pages-and-roles)
 */
export async function watchedGame(
  { services, ctx, params, actor }: UserPageArgs,
  { early = false }: { early?: boolean } = {}
) {
  const id = idOf(params.id)
  const { content, ...game } = await services.games.one(ctx, id)
  const begun = new Date(game.start) <= ctx.now
  if (!begun && !early) throw redirectWith(`/games/${id}`, { tone: 'warn', key: 'monitor:back.not_started' })
  const may = (action: GameAction) => mayIn(actor, id, action)
  const [CheatInfo, Cases, Help] = await Promise.all([
    // Asked only for games that have begun.
    begun && may('watch') ? services.monitoring.cheatCount(ctx, id) : 0,
    may('cases') ? services.cases.openCount(ctx, id) : 0,
    may('tickets') ? services.tickets.waiting(ctx, id) : 0
  ])
  return {
    game,
    counts: { CheatInfo, Cases, Help },
    now: ctx.now.getTime(),
    begun,
    // Also while only teams with extra time play.
    running: begun && !game.over,
    moving: (begun && !game.over) || game.practiceMode
  }
}

function pageWithin(requested: number, total: number, size: number) {
  const pages = Math.max(1, Math.ceil(total / size))
  const page = Math.min(requested, pages)
  return { page, pages, skip: (page - 1) * size }
}

const position = (text: string | undefined) => positionParam.safeParse(text).data ?? null

/** Rows beside the one in the query, else by page number. */
export async function rowsOf<Row>(
  { page, ...query }: Query,
  { total, size }: { total: number; size: number },
  read: (part: Page) => Promise<Row[]>
): Promise<{ rows: Row[]; page: number; pages: number }> {
  const numbered = async (requested: number) => {
    const { skip, ...place } = pageWithin(requested, total, size)
    return { rows: await read({ count: size, skip }), ...place }
  }
  const [older, newer] = [position(query.older), position(query.newer)]
  if (!older && !newer) return numbered(page)
  const rows = await read({ count: size, skip: 0, older, newer })
  const { pages } = pageWithin(page, total, size)
  if (older)
    return rows.length > 0 ? { rows, page: Math.min(Math.max(page, 2), pages), pages } : numbered(pages)
  // A full page of newer rows may have others above it.
  return rows.length === size ? { rows, page: Math.min(Math.max(page, 2), pages), pages } : numbered(1)
}

/** Data of a growing list. `read` returns the list; `head`: the game's position before it was read. */
export async function growingList(
  args: UserPageArgs,
  tab: MonitorTab,
  query: Query,
  read: (gameId: number, head: Cursor) => Promise<MonitorProps['content']>
) {
  const { services, ctx, t } = args
  const { monitoring } = services
  const { game, counts, now, moving } = await watchedGame(args)
  // Read first: later events come by socket.
  const head = await monitoring.head(game.id)
  const [content, challenges, team] = await Promise.all([
    read(game.id, head),
    monitoring.challenges(ctx, game.id),
    query.team ? monitoring.teamName(ctx, game.id, query.team) : null
  ])
  const cursor = cursorText(head)
  const view: MonitorProps = { gameId: game.id, now, moving, cursor, query, challenges, team, content }
  return { title: `${t(`monitor:tab.${tab}`)} · ${game.title}`, game, counts, now, view }
}
