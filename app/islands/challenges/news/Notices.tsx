import type { ComponentProps, ReactNode } from 'react'
import { Banner } from '~/app/components/Banner'
import { Pennant } from '~/app/components/game/Pennant'
import { richText } from '~/app/components/markdown/richText'
import { type Text, useText } from '~/app/i18n/text'
import type { FeedNotice } from '~/app/islands/news/notice'
import { NewsMark, newsText } from '~/app/islands/news/words'
import { LiveMark } from '~/app/islands/runtime/LiveMark'
import { usePage } from '../page'
import { hrefOf, TABS } from '../query'
import { ageText, bloodOf } from '../words'
import { noticesIn } from './notice-feed'
import { useUnread } from './use-unread'

interface NoticesProps {
  notices: readonly FeedNotice[]
  fresh: readonly number[]
  now: number
  /** Null when the game is over, so that nothing is live. */
  live: ComponentProps<typeof LiveMark> | null
  failed: boolean
}

const NEWEST = 30

export const NOTICES_ID = 'notices'

/** News of the game, with filters (docs/rules/interface.md#notices-panel). */
export function Notices({ notices, fresh, now, live, failed }: NoticesProps) {
  const t = useText()
  const { gameId, query, link } = usePage()
  const wanted = noticesIn(notices, query.tab)
  const { ref, unread, clear } = useUnread(gameId, notices)
  const shown = query.older ? wanted : wanted.slice(0, NEWEST)
  return (
    <section ref={ref} className="panel" id={NOTICES_ID} aria-labelledby="notices-h">
      <header>
        <h2 id="notices-h">{t('challenges:notices.title')}</h2>
        {unread.size > 0 && (
          <button type="button" className="link small" onClick={clear}>
            {t('challenges:notices.clear')}
          </button>
        )}
        {live ? (
          <span className="push js-only">
            <LiveMark {...live} />
          </span>
        ) : (
          <span className="push live">
            <span className="dot" aria-hidden="true" />
            <b>{t('common:connection.final')}</b>
          </span>
        )}
        <a className="push link small no-js-only" href={hrefOf(gameId, query)}>
          {t('common:refresh')}
        </a>
      </header>
      <nav className="tabs" aria-label={t('challenges:notices.filter')}>
        {TABS.map((tab) => (
          <a
            key={tab}
            {...link({ ...query, tab, older: false, open: null })}
            aria-current={query.tab === tab ? 'true' : undefined}
          >
            {t(`challenges:notices.${tab}`)}
            <Count of={noticesIn(notices, tab)} unread={unread} />
          </a>
        ))}
      </nav>
      {failed && (
        <div className="panel-body">
          <Banner tone="bad" inline>
            {t('challenges:notices.failed')}
          </Banner>
        </div>
      )}
      {shown.length === 0 ? (
        <p className="panel-body muted">{t('challenges:notices.none')}</p>
      ) : (
        <ul className="feed">
          {shown.map((notice) => (
            <li
              key={notice.id}
              className={fresh.includes(notice.id) ? 'fresh' : undefined}
              data-unread={unread.has(notice.id) || undefined}
            >
              <NoticeMark notice={notice} />
              <div className="body">{noticeText(t, notice)}</div>
              <Age time={notice.time} now={now} />
            </li>
          ))}
        </ul>
      )}
      {shown.length < wanted.length && (
        <footer>
          <a className="link small" {...link({ ...query, older: true, open: null })}>
            {t('challenges:notices.older')}
          </a>
        </footer>
      )}
    </section>
  )
}

function Count({ of, unread }: { of: readonly FeedNotice[]; unread: ReadonlySet<number> }) {
  const t = useText()
  const count = of.filter(({ id }) => unread.has(id)).length
  return (
    <span className="count">
      {of.length}
      {count > 0 && (
        <>
          <span className="dot accent" aria-hidden="true" />
          <span className="sr"> {t('challenges:notices.unread', { count })}</span>
        </>
      )}
    </span>
  )
}

function Age({ time, now }: { time: string; now: number }) {
  const t = useText()
  return (
    <time dateTime={time} title={`${time.slice(0, 10)} ${time.slice(11, 19)} UTC`}>
      {ageText(t, now - Date.parse(time))}
    </time>
  )
}

function NoticeMark({ notice: { type } }: { notice: FeedNotice }) {
  const blood = bloodOf(type)
  return blood ? <Pennant blood={blood} /> : <NewsMark type={type} />
}

function noticeText(t: Text, notice: FeedNotice): ReactNode {
  const blood = bloodOf(notice.type)
  if (!blood) return newsText(t, notice)
  const name = (value = '') => (
    <b>
      <bdi>{value}</bdi>
    </b>
  )
  const parts = {
    blood: <b>{t(`challenges:blood.${blood}`)}</b>,
    team: name(notice.values[0]),
    challenge: name(notice.values[1])
  }
  return richText(t, 'challenges:notices.blood', parts)
}
