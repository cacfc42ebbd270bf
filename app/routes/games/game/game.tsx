import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { GameBar } from '~/app/components/game/GameBar'
import { Markdown } from '~/app/components/markdown/Markdown'
import { markdown } from '~/app/components/markdown/render-markdown'
import { Main } from '~/app/components/shell/Main'
import { useText } from '~/app/islands/runtime/words/text'
import { redirectWith } from '~/app/request/flash'
import { forms, oneForm } from '~/app/request/forms'
import { idOf } from '~/app/request/ids'
import { page, type ViewArgs } from '~/app/request/page'
import { soon } from '~/app/request/soon'
import styles from '~/app/styles/patterns/game.css?url'
import { joinInput } from '~/server/participations/contract'
import { GameNews } from '../GameNews'
import { Facts } from './Facts'
import { GameHead } from './GameHead'
import { JoinPanel } from './JoinPanel'
import { placeOf } from './OwnPlace'
import type { Game } from './Standing'

export const links = () => [{ rel: 'stylesheet', href: styles }]

/** The team's place on the board; null when it has none, or reading takes too long. */
async function ownPlace({ services, ctx }: ViewArgs, game: Game) {
  if (game.status !== 'Accepted' || Date.parse(game.start) > ctx.now.getTime()) return null
  const standing = await services.games.standing(ctx, game.id)
  const around = standing && (await soon(services.boards.around(game.id, standing.participationId, 1)))
  return around && placeOf(around)
}

export const loader = page(async (args) => {
  const { services, ctx, params } = args
  const { content, ...game } = await services.games.one(ctx, idOf(params.id))
  const [joinOptions, place] = await Promise.all([
    ctx.actor ? services.participations.joinOptions(ctx, game.id) : null,
    ownPlace(args, game)
  ])
  return {
    title: game.title,
    description: game.summary,
    picture: game.poster,
    game,
    html: content ? markdown(content) : null,
    joinOptions,
    place,
    now: ctx.now.getTime()
  }
})

/** Fields of errors in joining (docs/rules/participation.md#joining). */
const FIELDS = {
  'game.invite_code_invalid': 'inviteCode',
  'game.organization_invalid': 'organization',
  'game.not_team_member': 'teamId',
  'game.team_name_taken': 'teamId',
  'game.team_member_limit_exceeded': 'teamId'
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
  async run({ services, ctx, params, input }) {
    const id = idOf(params.id)
    await services.participations.join(ctx, id, input)
    const { status } = await services.games.one(ctx, id)
    const accepted = status === 'Accepted'
    const key = accepted ? 'games:join.done_accepted' : 'games:join.done_pending'
    return redirectWith(`/games/${id}`, { tone: accepted ? 'ok' : 'info', key })
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

export const action = forms({ join: joinForm, leave: leaveForm })

export default function GamePage() {
  const { game, html, joinOptions, place, now } = useLoaderData<typeof loader>()
  const t = useText()
  return (
    <>
      <GameBar game={game} current="overview" now={now} />
      <Main>
        <GameHead game={game} now={now} />
        <div className="split three game-cols">
          <aside>
            <GameNews game={game} now={now} />
            <JoinPanel game={game} options={joinOptions} place={place} now={now} />
          </aside>
          <section aria-label={t('games:content.label')}>
            {html ? <Markdown html={html} /> : <p className="muted">{t('games:content.empty')}</p>}
          </section>
          <Facts game={game} />
        </div>
      </Main>
    </>
  )
}
