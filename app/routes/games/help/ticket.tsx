import { useLoaderData, useLocation } from '@remix-run/react'
import { z } from 'zod'
import { Banner } from '~/app/components/Banner'
import { Confirm } from '~/app/components/form/Confirm'
import { FormMessage } from '~/app/components/form/FormMessage'
import { TextForm } from '~/app/components/form/TextForm'
import { GameBar } from '~/app/components/game/GameBar'
import { Thread } from '~/app/components/game/Thread'
import { TicketState } from '~/app/components/game/TicketState'
import { Main } from '~/app/components/shell/Main'
import { useText } from '~/app/i18n/text'
import refresh from '~/app/islands/refresh'
import { Island } from '~/app/islands/runtime/island'
import { redirectWith } from '~/app/request/flash'
import { useFormState } from '~/app/request/form-state'
import { forms, oneForm } from '~/app/request/forms'
import { idOf } from '~/app/request/ids'
import { page, pathOf } from '~/app/request/page'
import { RATES } from '~/server/limits/contract'
import { TICKET_LIMITS } from '~/server/tickets/constants'
import { ticketMessage } from '~/server/tickets/contract'
import { GameNews } from '../GameNews'
import { helpLinks, ownGame } from './own'

export const links = helpLinks

/** Seconds between two looks for what mates and organisers wrote. */
const REFRESH_SECONDS = 15

export const loader = page('User', async (args) => {
  const { services, ctx, params, t } = args
  await ownGame(args)
  const ticket = await services.tickets.read(ctx, idOf(params.id), idOf(params.ticketId))
  const game = await ownGame(args)
  return { title: `${ticket.title} · ${t('help:tab')} · ${game.title}`, game, ticket, now: ctx.now.getTime() }
})

const write = oneForm({
  role: 'User',
  schema: ticketMessage,
  rate: RATES.help,
  async run(args) {
    const { services, ctx, params, input } = args
    await services.tickets.write(ctx, idOf(params.id), idOf(params.ticketId), input.text)
    return redirectWith(pathOf(args), { tone: 'ok', key: 'help:done.sent' })
  }
})

const close = oneForm({
  role: 'User',
  schema: z.object({}),
  async run(args) {
    const { services, ctx, params } = args
    await services.tickets.settle(ctx, idOf(params.id), idOf(params.ticketId))
    return redirectWith(pathOf(args), { tone: 'ok', key: 'help:done.closed' })
  }
})

export const action = forms({ write, close })

function Reply() {
  const t = useText()
  return (
    <TextForm
      className="help-form"
      intent="write"
      label={t('help:reply')}
      send={t('help:send')}
      most={TICKET_LIMITS.text}
      rows={4}
      primary
    />
  )
}

export default function Ticket() {
  const { game, ticket, now } = useLoaderData<typeof loader>()
  const t = useText()
  const here = useLocation()
  const refused = useFormState('close')
  const kept = useFormState('write')
  const { title, state, challenge, messages, barrier } = ticket
  return (
    <>
      <GameBar game={game} current="help" now={now} />
      <Main className="narrow">
        <p>
          <a className="link" href={`/games/${game.id}/Help`}>
            {t('help:all')}
          </a>
        </p>
        <div className="ticket-head" data-fresh="head">
          <h1>
            <bdi>{title}</bdi>
          </h1>
          <TicketState state={state} />
          <span className="muted small">{challenge ? <bdi>{challenge.title}</bdi> : t('help:the_game')}</span>
        </div>
        <div className="stack-16">
          <div data-fresh="thread">
            <Thread messages={messages} now={now} />
          </div>
          <Island of={refresh} props={{ at: now, seconds: REFRESH_SECONDS, href: here.pathname }} />
          <FormMessage state={refused} />
          {barrier && (
            <Banner tone="info" inline>
              {t(`help:barrier.${barrier}`)}
            </Banner>
          )}
          {/* What was typed while the ticket was closed is not lost. */}
          {(!barrier || kept) && <Reply />}
          {state !== 'closed' && (
            <p>
              <Confirm
                label={t('help:close')}
                question={t('help:close_question')}
                confirm={t('help:close')}
                fields={{ intent: 'close' }}
              />
            </p>
          )}
        </div>
        <GameNews game={game} now={now} />
      </Main>
    </>
  )
}
