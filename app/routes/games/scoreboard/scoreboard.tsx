import { useLoaderData } from '@remix-run/react'
import { Countdown } from '~/app/components/Countdown'
import { EmptyState } from '~/app/components/EmptyState'
import { GameBar } from '~/app/components/GameBar'
import { HourglassIcon } from '~/app/components/icons'
import { Main } from '~/app/components/Main'
import { rich } from '~/app/components/rich'
import projectorIsland from '~/app/islands/projector'
import { useFormat } from '~/app/islands/runtime/format'
import { Island } from '~/app/islands/runtime/island'
import { useText } from '~/app/islands/runtime/text'
import scoreboardIsland from '~/app/islands/scoreboard'
import type { ScoreboardProps } from '~/app/islands/scoreboard/props'
import { PROJECTOR, readQuery } from '~/app/islands/scoreboard/query'
import { idOf } from '~/app/request/ids'
import { page, pathOf } from '~/app/request/page'
import styles from '~/app/styles/games.css?url'
import { reaches } from '~/server/accounts/contract'
import { phaseOf } from '~/server/games/contract'
import { BoardNotReady } from '../BoardNotReady'
import { readyBoard } from '../ready-board'
import { bareOf, projectorOf } from './projector'
import { boardPage, teamDetail } from './view'

export const links = () => [{ rel: 'stylesheet', href: styles }]

/** Anybody who may see the game sees its board, from the start on (behaviour.md 13.1). */
export const loader = page(async (args) => {
  const { services, ctx, params, url, t } = args
  const id = idOf(params.id)
  const [{ content, ...game }, standing] = await Promise.all([
    services.games.one(ctx, id),
    services.games.standing(ctx, id)
  ])
  const [start, end] = [new Date(game.start), new Date(game.end)]
  const now = ctx.now.getTime()
  const phase = phaseOf({ start, end }, ctx.now)
  const started = phase !== 'before'
  const title = `${t('games:bar.scoreboard')} · ${game.title}`
  const query = readQuery(url.searchParams)
  const projected = url.searchParams.get(PROJECTOR[0]) === PROJECTOR[1]
  const frame = { title, game, started, here: pathOf(args), now, view: null, screen: null }
  const board = started ? await readyBoard(args, id) : null
  if (projected) {
    const screen = board && projectorOf(board, game, query, now)
    return { ...frame, screen, bare: bareOf(id, query, screen) }
  }
  if (!board) return { ...frame, bare: null }
  const accepted = standing?.status === 'Accepted'
  const own = accepted ? standing.participationId : null
  const view: ScoreboardProps = {
    gameId: id,
    start: start.getTime(),
    end: end.getTime(),
    now,
    query,
    own,
    playable: accepted && (phase === 'running' || game.practiceMode),
    staff: ctx.actor !== null && reaches(ctx.actor.role, 'Monitor'),
    board: boardPage(board, { query, own, divisions: game.organizations ?? [] }),
    team: teamDetail(board, query.team)
  }
  return { ...frame, view: { ...view, query: { ...query, page: view.board.page } }, bare: null }
})

export default function ScoreboardPage() {
  const { game, view, screen, bare, started, here, now } = useLoaderData<typeof loader>()
  const t = useText()
  if (screen) return <Island of={projectorIsland} props={screen} />
  return (
    <>
      {!bare && <GameBar game={game} current="scoreboard" now={now} />}
      <Main className="wide flush">
        <h1 className="sr">{t('games:bar.scoreboard')}</h1>
        {view ? (
          <Island of={scoreboardIsland} props={view} />
        ) : started ? (
          <BoardNotReady here={here} />
        ) : (
          <NotStarted start={Date.parse(game.start)} now={now} />
        )}
      </Main>
    </>
  )
}

/** In place of a board that must not be seen yet (error 10001 of the API). */
function NotStarted({ start, now }: { start: number; now: number }) {
  const t = useText()
  const { countdown } = useFormat()
  const time = (
    <Countdown until={start} reload>
      {countdown(start - now)}
    </Countdown>
  )
  return (
    <EmptyState icon={HourglassIcon} title={t('scoreboard:not_started')}>
      {t('scoreboard:not_started_hint')} {rich(t, 'scoreboard:starts_in', { time })}
    </EmptyState>
  )
}
