import { useLoaderData } from '@remix-run/react'
import { gameBarOf } from '~/app/components/game/GameBar'
import { Main } from '~/app/components/shell/Main'
import { useText } from '~/app/i18n/text'
import { MAX_NOTICES } from '~/app/islands/challenges/news/notice-feed'
import { Cached } from '~/app/rendering/cached'
import { idOf } from '~/app/request/ids'
import { readNoticeQuery } from '~/app/request/notice-filter'
import { loadWithTimeout } from '~/app/request/optional-part'
import { ownSolvesOf } from '~/app/request/own-solves'
import { page, type ViewArgs } from '~/app/request/page'
import { useShell } from '~/app/request/page/shell'
import { Slot } from '~/app/request/page/slot'
import type { Templated } from '~/app/request/page/template'
import gameStyles from '~/app/styles/patterns/game.css?url'
import styles from '~/app/styles/patterns/notices.css?url'
import { gamePhase } from '~/server/games/contract'
import { MINUTE_MS } from '~/server/platform/time'
import { feedOf } from '../challenges/rendered-notices'
import { gameNewsOf } from '../GameNews'
import { NoticeList } from './NoticeList'

export const links = () => [gameStyles, styles].map((href) => ({ rel: 'stylesheet', href }))

/** Solves of the reader's team on the board that everybody sees; null while it is not ready, and without a team in the game. */
async function ownSolves(args: ViewArgs, gameId: number) {
  const { services, ctx } = args
  const standing = await services.games.standing(ctx, gameId)
  const line =
    standing && (await loadWithTimeout(services.boards.line(gameId, standing.participationId), args))
  return line && ownSolvesOf(line.challenges, line.item)
}

const load = async (args: ViewArgs) => {
  const { services, ctx, params, url, t } = args
  const id = idOf(params.id)
  const { content: _, ...game } = await services.games.one(ctx, id)
  const phase = gamePhase({ start: new Date(game.start), end: new Date(game.end) }, ctx.now)
  const open = phase === 'running' || game.practiceMode
  const begun = phase !== 'before'
  const shown = readNoticeQuery(url.searchParams)
  const plays = begun && game.status === 'Accepted'
  if (!plays && shown.kind === 'team') shown.kind = 'all'
  return {
    title: `${t('challenges:notices.title')} · ${game.title}`,
    game,
    notices: begun ? feedOf(await services.notices.list(ctx, id, { count: MAX_NOTICES, skip: 0 })) : [],
    solves: plays && (shown.kind === 'team' || shown.kind === 'all') ? await ownSolves(args, id) : null,
    shown,
    plays,
    frozen: game.freeze !== null && Date.parse(game.freeze) <= ctx.now.getTime(),
    opens: plays && open && game.member,
    now: ctx.now.getTime()
  }
}

/** The notices of a game, for everybody who sees it (docs/rules/interface.md#bell). */
export const loader = page(load)

type Data = Awaited<ReturnType<typeof load>>

/** Drawers fetch it whenever something arrives. */
export const templated: Templated<Data> = {
  reader: 'anybody',
  load,
  frame: ({ title }) => ({ title }),
  slots: {
    bar: barOf,
    list: listOf,
    news: ({ game, now }, { viewer }) => gameNewsOf({ game, now }, viewer)
  }
}

function barOf({ game, now }: Data, { viewer }: { viewer: Parameters<typeof gameBarOf>[1] }) {
  return gameBarOf({ game, current: 'notices', now }, viewer)
}

/** Ages are of the minute, so that its readers share the list. */
function listOf({ game, notices, solves, shown, plays, frozen, opens, now }: Data) {
  const minute = Math.floor(now / MINUTE_MS) * MINUTE_MS
  return (
    <Cached
      of={NoticeList}
      props={{ game: game.id, notices, solves, shown, plays, frozen, opens, now: minute }}
    />
  )
}

export default function NoticesPage() {
  const data = useLoaderData<typeof loader>()
  const viewer = useShell()?.viewer
  const t = useText()
  return (
    <>
      <Slot name="bar">{() => barOf(data, { viewer })}</Slot>
      <Main>
        <h1 className="sr">{t('challenges:notices.title')}</h1>
        <Slot name="list">{() => listOf(data)}</Slot>
        <Slot name="news">{() => gameNewsOf(data, viewer)}</Slot>
      </Main>
    </>
  )
}
