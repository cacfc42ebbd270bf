import { useLoaderData } from '@remix-run/react'
import { EmptyState } from '~/app/components/EmptyState'
import { GameBar } from '~/app/components/game/GameBar'
import { TicketState } from '~/app/components/game/TicketState'
import { Moment } from '~/app/components/Moment'
import { Panel } from '~/app/components/Panel'
import { Main } from '~/app/components/shell/Main'
import { useText } from '~/app/i18n/text'
import { redirectWith } from '~/app/request/flash'
import { form } from '~/app/request/forms'
import { idOf } from '~/app/request/ids'
import { page } from '~/app/request/page'
import { RATES } from '~/server/limits/contract'
import { type TicketRow, ticketOpen, ticketQuery } from '~/server/tickets/contract'
import { GameNews } from '../GameNews'
import { OpenForm } from './OpenForm'
import { helpLinks, ownGame } from './own'

export const links = helpLinks

/** Messages between the reader's team and the organisers, and a form to ask. */
export const loader = page('User', async (args) => {
  const { services, ctx, url, t } = args
  const game = await ownGame(args)
  const part = ticketQuery.safeParse({ after: url.searchParams.get('after') })
  const list = await services.tickets.ofTeam(ctx, game.id, part.data ?? ticketQuery.parse({}))
  const subjects = await services.tickets.subjects(ctx, game.id)
  const asked = Number(url.searchParams.get('challenge'))
  return {
    title: `${t('help:tab')} · ${game.title}`,
    ...{ game, list, subjects, now: ctx.now.getTime() },
    chosen: subjects.some(({ id }) => id === asked) ? asked : null
  }
})

export const action = form({
  role: 'User',
  schema: ticketOpen,
  rate: RATES.help,
  fields: { 'ticket.challenge': 'challengeId' },
  async run({ services, ctx, params, input }) {
    const game = idOf(params.id)
    const { id } = await services.tickets.open(ctx, game, input)
    return redirectWith(`/games/${game}/Help/${id}`, { tone: 'ok', key: 'help:done.opened' })
  }
})

function Row({ ticket, game, now }: { ticket: TicketRow; game: number; now: number }) {
  const t = useText()
  const { id, title, state, challenge, changedAt, unread } = ticket
  return (
    <li>
      <a href={`/games/${game}/Help/${id}`}>
        <bdi>{title}</bdi>
      </a>
      {unread > 0 && <span className="badge ok">{t('help:unread', { n: unread })}</span>}
      <span className="muted small">{challenge ? <bdi>{challenge.title}</bdi> : t('help:the_game')}</span>
      <span className="push faint small">
        <Moment time={changedAt} now={now} />
      </span>
      <TicketState state={state} />
    </li>
  )
}

export default function Help() {
  const { game, list, subjects, chosen, now } = useLoaderData<typeof loader>()
  const t = useText()
  return (
    <>
      <GameBar game={game} current="help" now={now} />
      <Main className="narrow">
        <div className="page-head">
          <h1>{t('help:tab')}</h1>
          <span className="sub">{t('help:sub')}</span>
        </div>
        <div className="stack-16">
          <div data-standing="tickets">
            {list.data.length === 0 ? (
              <EmptyState title={t('help:none')}>{t('help:none_text')}</EmptyState>
            ) : (
              <Panel title={t('help:tickets')}>
                <ul className="ticket-rows">
                  {list.data.map((ticket) => (
                    <Row key={ticket.id} ticket={ticket} game={game.id} now={now} />
                  ))}
                </ul>
              </Panel>
            )}
            {list.next && (
              <p>
                <a className="btn" href={`?after=${list.next}`}>
                  {t('help:older')}
                </a>
              </p>
            )}
          </div>
          <OpenForm subjects={subjects} chosen={chosen} apart={game.status !== 'Accepted'} />
        </div>
        <GameNews game={game} now={now} />
      </Main>
    </>
  )
}
