import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { GameBar } from '~/app/components/GameBar'
import { Main } from '~/app/components/Main'
import { Markdown } from '~/app/components/Markdown'
import { markdown } from '~/app/components/render-markdown'
import { useText } from '~/app/islands/runtime/text'
import { redirectWith } from '~/app/request/flash'
import { forms, oneForm } from '~/app/request/forms'
import { idOf } from '~/app/request/ids'
import { page } from '~/app/request/page'
import styles from '~/app/styles/patterns/game.css?url'
import { joinInput } from '~/server/participations/contract'
import { Facts } from './Facts'
import { GameHead } from './GameHead'
import { JoinPanel } from './JoinPanel'

export const links = () => [{ rel: 'stylesheet', href: styles }]

export const loader = page(async ({ services, ctx, params }) => {
  const { content, ...game } = await services.games.one(ctx, idOf(params.id))
  return {
    title: game.title,
    description: game.summary,
    picture: game.poster,
    game,
    html: content ? markdown(content) : null,
    /** Null for visitors. */
    seat: ctx.actor ? await services.participations.seat(ctx, game.id) : null,
    now: ctx.now.getTime()
  }
})

/** Words at the field that an error is about (behaviour.md 3.3). */
const FIELDS = {
  'game.invite_code_invalid': 'inviteCode',
  'game.organization_invalid': 'organization',
  'game.not_team_member': 'teamId',
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

export default function Game() {
  const { game, html, seat, now } = useLoaderData<typeof loader>()
  const t = useText()
  return (
    <>
      <GameBar game={game} current="overview" now={now} />
      <Main>
        <GameHead game={game} now={now} />
        <div className="split three game-cols">
          <aside>
            <JoinPanel game={game} seat={seat} now={now} />
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
