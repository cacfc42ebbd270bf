import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { GameBar } from '~/app/components/game/GameBar'
import { Leaders } from '~/app/components/game/Leaders'
import { LocalTime } from '~/app/components/game/LocalTime'
import { SeasonLinks } from '~/app/components/game/SeasonLinks'
import { elapsed, Timebar } from '~/app/components/game/Timebar'
import { Markdown } from '~/app/components/markdown/Markdown'
import { markdown } from '~/app/components/markdown/render-markdown'
import { Main } from '~/app/components/shell/Main'
import { useText } from '~/app/islands/runtime/words/text'
import { redirectWith } from '~/app/request/flash'
import { forms, oneForm } from '~/app/request/forms'
import { idOf } from '~/app/request/ids'
import { type PageArgs, page } from '~/app/request/page'
import styles from '~/app/styles/patterns/game-page.css?url'
import { phaseOf } from '~/server/games/contract'
import { aloneInput, joinInput } from '~/server/participations/contract'
import { GameNews } from '../GameNews'
import { Bloods, Categories, Figures, Podium } from './Board'
import { Facts } from './Facts'
import { Hero } from './Hero'
import { JoinPanel } from './JoinPanel'
import type { Game } from './Standing'
import { Timetable } from './Timetable'
import { standingsOf } from './view'
import { Winners } from './Winners'

export const links = () => [{ rel: 'stylesheet', href: styles }]

export const loader = page(async (args) => {
  const { services, ctx, params } = args
  const { content, ...game } = await services.games.one(ctx, idOf(params.id))
  const [joinOptions, { board, place, winners }, seasons] = await Promise.all([
    ctx.actor ? services.participations.joinOptions(ctx, game.id) : null,
    standingsOf(args, game),
    services.seasons.links()
  ])
  return {
    title: game.title,
    description: game.summary,
    picture: game.poster,
    game,
    html: content ? markdown(content) : null,
    /** Null for visitors. */
    joinOptions,
    board,
    place,
    winners,
    seasons: seasons.filter(({ games }) => games.includes(game.id)),
    now: ctx.now.getTime()
  }
})

/** The fields that errors of joining are about (docs/rules/participation.md#joining). */
const FIELDS = {
  'game.invite_code_invalid': 'inviteCode',
  'game.organization_invalid': 'organization',
  'game.division_unproven': 'organization',
  'game.not_team_member': 'teamId',
  'game.team_name_taken': 'teamId',
  'game.team_member_limit_exceeded': 'teamId'
}

/** Back to the game, with what became of the registration. */
async function joined({ services, ctx }: Pick<PageArgs, 'services' | 'ctx'>, id: number) {
  const { status } = await services.games.one(ctx, id)
  const accepted = status === 'Accepted'
  const key = accepted ? 'games:join.done_accepted' : 'games:join.done_pending'
  return redirectWith(`/games/${id}`, { tone: accepted ? 'ok' : 'info', key })
}

const joinForm = oneForm({
  role: 'User',
  schema: joinInput.extend({
    teamId: z
      .string({ error: 'field.team_required' })
      .regex(/^\d{1,9}$/, 'field.team_required')
      .transform(Number)
  }),
  fields: FIELDS,
  async run({ params, input, ...args }) {
    const id = idOf(params.id)
    await args.services.participations.join(args.ctx, id, input)
    return joined(args, id)
  }
})

const aloneForm = oneForm({
  role: 'User',
  schema: aloneInput,
  fields: FIELDS,
  async run({ params, input, ...args }) {
    const id = idOf(params.id)
    await args.services.participations.joinAlone(args.ctx, id, input)
    return joined(args, id)
  }
})

const leaveForm = oneForm({
  role: 'User',
  schema: z.object({}),
  async run({ services, ctx, params }) {
    const id = idOf(params.id)
    await services.participations.leave(ctx, id)
    return redirectWith(`/games/${id}`, { tone: 'info', key: 'games:join.left' })
  }
})

export const action = forms({ join: joinForm, alone: aloneForm, leave: leaveForm })

export default function GamePage() {
  const { game, html, joinOptions, board, place, winners, seasons, now } = useLoaderData<typeof loader>()
  const t = useText()
  const phase = phaseOf({ start: new Date(game.start), end: new Date(game.end) }, new Date(now))
  // While the board is frozen nobody has won.
  const final = game.over && game.freeze === null
  return (
    <>
      <GameBar game={game} current="overview" now={now} />
      <Main hero={<Hero game={game} place={place} now={now} />}>
        {phase === 'running' && <Course game={game} now={now} />}
        <div className="game-page">
          <aside className="first" aria-label={t('games:join.steps')}>
            <GameNews game={game} now={now} />
            <JoinPanel game={game} options={joinOptions} place={place} now={now} />
          </aside>
          <div className="col">
            {board && final && <Podium game={game.id} board={board} />}
            {winners !== null && winners.length > 0 && <Winners game={game.id} winners={winners} />}
            {board && <Figures board={board} />}
            <section aria-label={t('games:content.label')}>
              {html ? <Markdown html={html} /> : <p className="muted">{t('games:content.empty')}</p>}
            </section>
            {board && board.categories.length > 0 && <Categories board={board} team={game.teamName} />}
            <Timetable game={game} now={now} />
          </div>
          <aside className="second" aria-label={t('games:facts.title')}>
            {board && phase === 'running' && <Leaders game={game.id} board={board} now={now} narrow />}
            {board && phase === 'running' && <Bloods board={board} />}
            <Facts game={game} />
            <SeasonLinks seasons={seasons} />
          </aside>
        </div>
      </Main>
    </>
  )
}

/** How much of the game is over. */
function Course({ game, now }: { game: Game; now: number }) {
  const t = useText()
  const [start, end] = [Date.parse(game.start), Date.parse(game.end)]
  return (
    <Timebar
      {...{ start, end, now }}
      label={t('games:bar.elapsed', { percent: elapsed(start, end, now) })}
      ends={[<LocalTime key="start" at={start} bare />, <LocalTime key="end" at={end} />]}
    />
  )
}
