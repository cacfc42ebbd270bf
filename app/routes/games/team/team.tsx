import { redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { Banner } from '~/app/components/Banner'
import { GameBar } from '~/app/components/game/GameBar'
import { Main } from '~/app/components/shell/Main'
import { useText } from '~/app/i18n/text'
import { secondsOf } from '~/app/islands/scoreboard/times'
import { redirectWith } from '~/app/request/flash'
import { forms, oneForm } from '~/app/request/forms'
import { idOf } from '~/app/request/ids'
import { page, pathOf } from '~/app/request/page'
import teamStyles from '~/app/styles/patterns/team-page.css?url'
import styles from '~/app/styles/scoreboard.css?url'
import { gamePhase } from '~/server/games/contract'
import { notFound } from '~/server/platform/errors'
import { BoardNotReady } from '../BoardNotReady'
import { GameNews } from '../GameNews'
import { ready } from '../ready-board'
import { Players, TeamBloods } from './Aside'
import { PublicAnswers } from './PublicAnswers'
import { RankChart } from './RankChart'
import { TeamCategories, TeamSolves } from './Solves'
import { TeamFigures, TeamHead } from './TeamHead'
import { teamView } from './team-view'

export const links = () => [styles, teamStyles].map((href) => ({ rel: 'stylesheet', href }))

/** A team on the board, for everybody who sees the board (docs/rules/interface.md#team-page). */
export const loader = page(async (args) => {
  const { services, ctx, params } = args
  const [id, teamId] = [idOf(params.id), idOf(params.teamId)]
  const { content: _, ...game } = await services.games.one(ctx, id)
  const [start, end] = [new Date(game.start), new Date(game.ends.final)]
  if (gamePhase({ start, end }, ctx.now) === 'before') throw redirect(`/games/${id}/Scoreboard`)
  const { boards } = services
  const found = await ready(
    boards.course(id, teamId).then((course) => {
      if (!course) throw notFound('team.not_found')
      return course
    })
  )
  const team =
    found && teamView(found, await services.players.publicIn(id, teamId), await services.teams.shown(teamId))
  const answers = team ? await services.participations.publicAnswers(id, teamId) : []
  // Not the announced end: somebody may play on, and until then there is no card.
  const open = game.over && !(game.freeze !== null && new Date(game.freeze) <= ctx.now)
  const standing = open ? await services.games.standing(ctx, id) : null
  const own = `/games/${id}/Teams/${teamId}`
  const lang = `lang=${ctx.locale}`
  const card = open && !game.hidden ? `${own}/Card.png?${lang}` : null
  const certificate = standing?.teamId === teamId ? `${own}/Certificate.pdf?${lang}` : null
  return {
    title: team ? `${team.name} · ${game.title}` : game.title,
    game,
    team,
    answers,
    /** The result as a picture for links, once it is final and for everybody. */
    picture: team && card,
    card,
    certificate,
    followed: await services.follows.list(ctx, id),
    asOf: boards.asOf(id),
    here: pathOf(args),
    now: ctx.now.getTime()
  }
})

export const action = forms({
  follow: oneForm({
    role: 'User',
    schema: z.object({ on: z.enum(['yes', 'no']) }),
    async run({ services, ctx, url, params, input }) {
      await services.follows.follow(ctx, idOf(params.id), idOf(params.teamId), input.on === 'yes')
      const key = input.on === 'yes' ? 'teampage:followed' : 'teampage:unfollowed'
      return redirectWith(url.pathname, { tone: 'ok', key })
    }
  })
})

/** Age of a board that may be old (docs/rules/scoring.md#boards-without-redis). */
function Age({ asOf, now }: { asOf: number; now: number }) {
  const t = useText()
  const seconds = Math.max(0, Math.round((now - asOf) / 1000))
  return (
    <Banner tone="warn" inline>
      {t('games:board_as_of', { time: `${secondsOf(asOf)} UTC`, seconds })}
    </Banner>
  )
}

export default function TeamPage() {
  const { game, team, answers, card, certificate, followed, asOf, here, now } = useLoaderData<typeof loader>()
  return (
    <>
      <GameBar game={game} current="scoreboard" now={now} />
      <Main hero={team && <TeamHead team={team} gameId={game.id} {...{ card, certificate, followed }} />}>
        {asOf !== null && <Age asOf={asOf} now={now} />}
        {team ? (
          <div className="team-page">
            <div className="col">
              <TeamFigures team={team} />
              <PublicAnswers answers={answers} />
              <RankChart team={team} start={Date.parse(game.start)} />
              <TeamCategories team={team} />
              <TeamSolves team={team} />
            </div>
            <div className="col">
              <Players players={team.players} />
              <TeamBloods entries={team.entries} />
            </div>
          </div>
        ) : (
          <BoardNotReady here={here} />
        )}
        <GameNews game={game} now={now} />
      </Main>
    </>
  )
}
