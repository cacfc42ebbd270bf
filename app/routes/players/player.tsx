import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { EmptyState } from '~/app/components/EmptyState'
import { Main } from '~/app/components/shell/Main'
import { useText } from '~/app/i18n/text'
import type { HalyardContext } from '~/app/request/context'
import { notFoundPage } from '~/app/request/errors'
import { page } from '~/app/request/page'
import playerStyles from '~/app/styles/patterns/player-page.css?url'
import teamStyles from '~/app/styles/patterns/team-page.css?url'
import { isAppError } from '~/server/platform/errors'
import type { PlayedGame } from '~/server/players/contract'
import { Activity } from './Activity'
import { LatestPlayerSolves, Sight } from './Aside'
import { calendarOf } from './calendar'
import { Games } from './Games'
import { PlayerFacts } from './PlayerFacts'
import { PlayerCategories, PlayerFigures, PlayerHead } from './PlayerHead'
import { type Line, resultsView, submissionsIn } from './player-view'

export const links = () => [teamStyles, playerStyles].map((href) => ({ rel: 'stylesheet', href }))

/** One after the other, so that games whose boards must be made do not all start at once. */
async function linesOf({ boards }: HalyardContext['services'], games: PlayedGame[]): Promise<Line[]> {
  const lines: Line[] = []
  let ready = true
  for (const game of games) {
    if (!ready) lines.push({ game, line: null })
    else
      try {
        const line = await boards.line(game.id, game.participationId)
        // A team that is off the board shows nothing here either.
        if (line) lines.push({ game, line })
      } catch (error) {
        if (!isAppError(error) || error.code !== 'board.unavailable') throw error
        ready = false
        lines.push({ game, line: null })
      }
  }
  return lines
}

/** A person, by what the boards of public games show (docs/rules/players.md). */
export const loader = page(async ({ services, ctx, params }) => {
  const id = z.uuid().safeParse(params.id)
  if (!id.success) throw notFoundPage()
  const { games, ...player } = await services.players.one(ctx, id.data)
  const lines = await linesOf(services, games)
  const sent = await services.players.ofPlayer(player.id, submissionsIn(lines))
  const results = resultsView(lines, sent, ctx.now.getTime())
  return {
    title: player.name,
    player,
    results,
    calendar: calendarOf(results.solves, ctx.now.getTime())
  }
})

export default function PlayerPage() {
  const { player, results, calendar } = useLoaderData<typeof loader>()
  const t = useText()
  return (
    <Main hero={<PlayerHead player={player} games={results.games} />}>
      <div className="team-page">
        <div className="col">
          <PlayerFigures results={results} />
          {results.games.length === 0 && <EmptyState title={t('players:no_games')} />}
          <PlayerFacts facts={results.facts} />
          <PlayerCategories categories={results.categories} />
          <Games games={results.games} />
        </div>
        <div className="col">
          <LatestPlayerSolves solves={results.solves} />
          <Activity calendar={calendar} />
          {player.own && <Sight visibility={player.visibility} />}
        </div>
      </div>
    </Main>
  )
}
