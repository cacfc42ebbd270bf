import { useText } from '~/app/i18n/text'
import type { TicketMessage } from '~/server/tickets/contract'
import { Moment } from '../Moment'

/** Messages as plain text, oldest first. The organisers are named where the page is theirs. */
export function Thread({ messages, now }: { messages: TicketMessage[]; now: number }) {
  const t = useText()
  return (
    <ol className="thread" aria-label={t('help:messages')}>
      {messages.map(({ id, staff, by, time, text }) => (
        <li key={id} id={`m${id}`} className={staff ? 'staff' : undefined}>
          <span className="who">
            <b>
              {staff && by === null ? t('help:organisers') : <bdi>{by ?? '–'}</bdi>}
              {staff && by !== null && <span className="faint"> · {t('help:organisers')}</span>}
            </b>
            <span className="faint small">
              <Moment time={time} now={now} />
            </span>
          </span>
          <p>
            <bdi>{text}</bdi>
          </p>
        </li>
      ))}
    </ol>
  )
}
