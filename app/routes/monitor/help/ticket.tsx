import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { FormMessage } from '~/app/components/form/FormMessage'
import { Thread } from '~/app/components/game/Thread'
import { TicketState } from '~/app/components/game/TicketState'
import { useText } from '~/app/i18n/text'
import { redirectWith } from '~/app/request/flash'
import { useFormState } from '~/app/request/form-state'
import { forms, oneForm } from '~/app/request/forms'
import { idOf } from '~/app/request/ids'
import { page, pathOf } from '~/app/request/page'
import helpStyles from '~/app/styles/patterns/help.css?url'
import { type QueueView, ticketAnswer, ticketClosing, ticketOwning } from '~/server/tickets/contract'
import { monitorLinks } from '../GrowingList'
import { MonitorFrame } from '../MonitorFrame'
import { watchedGame } from '../monitor-lists'
import { AnswerForm } from './AnswerForm'
import { OwnerForm } from './OwnerForm'

export const links = () => [...monitorLinks(), { rel: 'stylesheet', href: helpStyles }]

export const loader = page('tickets', async (args) => {
  const { services, ctx, params, url, t, actor } = args
  const { game, counts, now } = await watchedGame(args, { early: true })
  const ticket = await services.tickets.one(ctx, game.id, idOf(params.ticketId))
  const canned = await services.tickets.canned.list(ctx, game.id)
  const staff = await services.tickets.staff(ctx, game.id)
  const asked = Number(url.searchParams.get('canned'))
  return {
    title: `${ticket.title} · ${t('monitor:tab.Help')} · ${game.title}`,
    ...{ game, counts, now, ticket, canned, staff, me: actor.id },
    chosen: canned.find(({ id }) => id === asked) ?? null
  }
})

/** Back to the ticket, without the canned answer that its address asked for. */
const done = (args: Parameters<typeof pathOf>[0], name: string) =>
  redirectWith(pathOf(args).split('?')[0]!, { tone: 'ok', key: `help:done.${name}` })

const answer = oneForm({
  act: 'tickets',
  schema: ticketAnswer,
  async run(args) {
    const { services, ctx, params, input } = args
    await services.tickets.answer(ctx, idOf(params.id), idOf(params.ticketId), input)
    return done(args, 'answered')
  }
})

const turn = oneForm({
  act: 'tickets',
  schema: z.preprocess((given) => {
    const form = given as Record<string, unknown>
    return { ...form, closed: form.closed === 'true' }
  }, ticketClosing),
  async run(args) {
    const { services, ctx, params, input } = args
    await services.tickets.turnOver(ctx, idOf(params.id), idOf(params.ticketId), input)
    return done(args, input.closed ? 'closed' : 'reopened')
  }
})

const own = oneForm({
  act: 'tickets',
  schema: ticketOwning,
  async run(args) {
    const { services, ctx, params, input } = args
    await services.tickets.own(ctx, idOf(params.id), idOf(params.ticketId), input)
    return done(args, input.userId === null ? 'released' : 'assigned')
  }
})

export const action = forms({ answer, turn, own })

function TurnForm({ ticket: { state, last } }: { ticket: QueueView }) {
  const t = useText()
  const refused = useFormState('turn')
  const isClosed = state === 'closed'
  return (
    <form className="stack-16 help-form" method="post">
      <FormMessage state={refused} />
      <input type="hidden" name="intent" value="turn" />
      <input type="hidden" name="last" value={last} />
      <button type="submit" className="btn" name="closed" value={String(!isClosed)}>
        {t(isClosed ? 'help:reopen' : 'help:close')}
      </button>
    </form>
  )
}

export default function StaffTicket() {
  const { game, counts, now, ticket, canned, chosen, staff, me } = useLoaderData<typeof loader>()
  const t = useText()
  const kept = useFormState('answer')
  const { title, state, team, challenge, messages, last } = ticket
  const base = `/games/${game.id}/monitor`
  return (
    <MonitorFrame game={game} tab="Help" counts={counts} now={now}>
      <div className="ticket-head">
        <h2>
          <bdi>{title}</bdi>
        </h2>
        <TicketState state={state} />
        <a className="link" href={`${base}/Submissions?team=${team.teamId}`}>
          <bdi>{team.name}</bdi>
        </a>
        <span className="muted small">{t(`monitor:team_status.${team.status}`)}</span>
        <span className="muted small">{challenge ? <bdi>{challenge.title}</bdi> : t('help:the_game')}</span>
      </div>
      <div className="stack-16">
        <OwnerForm owner={ticket.owner} staff={staff} me={me} />
        <Thread messages={messages} now={now} />
        {/* What was typed while the ticket was closed is not lost. */}
        {(state !== 'closed' || kept) && <AnswerForm {...{ last, canned, chosen }} />}
        <TurnForm ticket={ticket} />
        <p className="row">
          <a className="link" href={`${base}/Help`}>
            {t('help:all')}
          </a>
          <a className="link" href={`${base}/Help/Message?to=team&participationId=${team.participationId}`}>
            {t('help:message.title')}
          </a>
        </p>
      </div>
    </MonitorFrame>
  )
}
