import { useLoaderData } from '@remix-run/react'
import { EmptyState } from '~/app/components/EmptyState'
import { ListFoot } from '~/app/components/table/ListFoot'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { page } from '~/app/request/page'
import { pageFrom } from '~/app/request/paging'
import helpStyles from '~/app/styles/patterns/help.css?url'
import { monitorLinks } from '../GrowingList'
import { MonitorFrame } from '../MonitorFrame'
import { watchedGame } from '../monitor-lists'

export const links = () => [...monitorLinks(), { rel: 'stylesheet', href: helpStyles }]

const PAGE_SIZE = 30

export const loader = page('tickets', async (args) => {
  const { services, ctx, url, t } = args
  const { game, counts, now } = await watchedGame(args, { early: true })
  const { rows, ...place } = await pageFrom(url.searchParams.get('page'), PAGE_SIZE, (part) =>
    services.tickets.earlier(ctx, game.id, part)
  )
  return { title: `${t('help:earlier.title')} · ${game.title}`, game, counts, now, tickets: rows, place }
})

type Earlier = ReturnType<typeof useLoaderData<typeof loader>>['tickets'][number]

function Ticket({ ticket: { title, challenge, openedAt, messages } }: { ticket: Earlier }) {
  const t = useText()
  const { moment } = useFormat()
  return (
    <details className="panel panel-body">
      <summary>
        <b>
          <bdi>{title}</bdi>
        </b>{' '}
        <span className="muted small">
          {challenge ? <bdi>{challenge.title}</bdi> : t('help:the_game')} ·{' '}
          <time dateTime={openedAt}>{moment(new Date(openedAt))}</time>
        </span>
      </summary>
      <ol className="thread mt">
        {messages.map(({ fromStaff, text, at }) => (
          <li key={`${at} ${text}`} className={fromStaff ? 'staff' : undefined}>
            <span className="who">
              <b>{t(fromStaff ? 'help:organisers' : 'help:column.team')}</b>
              <time className="faint small" dateTime={at}>
                {moment(new Date(at))}
              </time>
            </span>
            <p>
              <bdi>{text}</bdi>
            </p>
          </li>
        ))}
      </ol>
    </details>
  )
}

export default function EarlierTickets() {
  const { game, counts, now, tickets, place } = useLoaderData<typeof loader>()
  const t = useText()
  return (
    <MonitorFrame game={game} tab="Help" counts={counts} now={now}>
      <div className="stack-16">
        <h2>{t('help:earlier.title')}</h2>
        <p className="muted">{t('help:earlier.text')}</p>
        {tickets.length === 0 && <EmptyState title={t('help:earlier.none')} />}
        {tickets.map((one) => (
          <Ticket key={one.id} ticket={one} />
        ))}
        <ListFoot place={place} label="corrections:place" />
      </div>
    </MonitorFrame>
  )
}
