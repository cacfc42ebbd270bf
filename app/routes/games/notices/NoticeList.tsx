import { Pennant } from '~/app/components/game/Pennant'
import { XIcon } from '~/app/components/icons'
import { rich } from '~/app/components/markdown/rich'
import { newestOf } from '~/app/islands/challenges/news/feed'
import { ageText, bloodOf } from '~/app/islands/challenges/words'
import type { FeedNotice } from '~/app/islands/news/notice'
import { NewsMark, newsText } from '~/app/islands/news/words'
import { type Text, useText } from '~/app/islands/runtime/words/text'
import styles from '~/app/styles/patterns/notices.css?url'
import { hrefOf, KINDS, ofKind, type Shown } from './query'

interface NoticeListProps {
  game: number
  /** All that are kept, newest first. */
  notices: readonly FeedNotice[]
  shown: Shown
  /** Unix milliseconds, of the minute. */
  now: number
  /** Whether the reader may open challenges. */
  opens: boolean
}

const NEWEST = 50

/**
 * Notices with filters (docs/rules/interface.md#bell). The drawer takes this markup out of the page; what only works in a
 * script is hidden until then.
 */
export function NoticeList({ game, notices, shown, now, opens }: NoticeListProps) {
  const t = useText()
  return (
    <section
      className="panel notices"
      aria-labelledby="bell-h"
      data-notices={game}
      data-kind={shown.kind}
      data-newest={newestOf(notices)}
      data-style={styles}
    >
      <header>
        <h2 id="bell-h">{t('challenges:notices.title')}</h2>
        <span className="badge accent" data-count={t('games:notices.fresh', { n: '{{n}}' })} hidden />
        <span className="push row-tight">
          <button type="button" className="btn ghost sm" data-clear="" hidden>
            {t('challenges:notices.clear')}
          </button>
          <button
            type="button"
            className="btn ghost sm icon-only"
            aria-label={t('games:notices.close')}
            data-close=""
            hidden
          >
            <XIcon />
          </button>
        </span>
      </header>
      <nav className="tabs" aria-label={t('challenges:notices.filter')}>
        {KINDS.map((kind) => (
          <a
            key={kind}
            href={hrefOf(game, { kind, older: false })}
            aria-current={kind === shown.kind ? 'true' : undefined}
            data-view=""
          >
            {t(`games:notices.${kind}`)}
          </a>
        ))}
      </nav>
      <Content {...{ game, notices, shown, now, opens }} />
    </section>
  )
}

function Content({ game, notices, shown, now, opens }: NoticeListProps) {
  const t = useText()
  const wanted = ofKind(notices, shown.kind)
  const lines = shown.older ? wanted : wanted.slice(0, NEWEST)
  return (
    <div data-content="">
      {lines.length === 0 ? (
        <p className="panel-body muted">{t('challenges:notices.none')}</p>
      ) : (
        <ul className="feed">
          {lines.map((notice) => (
            <li key={notice.id} data-id={notice.id}>
              {markOf(notice)}
              <div className="body">{textOf(t, notice, opens ? game : null)}</div>
              <time
                dateTime={notice.time}
                title={`${notice.time.slice(0, 10)} ${notice.time.slice(11, 19)} UTC`}
              >
                {ageText(t, now - Date.parse(notice.time))}
              </time>
            </li>
          ))}
        </ul>
      )}
      {lines.length < wanted.length && (
        <footer>
          <a className="link small" href={hrefOf(game, { ...shown, older: true })} data-view="">
            {t('challenges:notices.older')}
          </a>
        </footer>
      )}
    </div>
  )
}

function markOf({ type }: FeedNotice) {
  const blood = bloodOf(type)
  return blood ? <Pennant blood={blood} /> : <NewsMark type={type} />
}

/** Challenges are links in `game`, to what the search finds; null when the reader may not open them. */
function textOf(t: Text, notice: FeedNotice, game: number | null) {
  const link =
    game === null ? undefined : (title: string) => `/games/${game}/Challenges?q=${encodeURIComponent(title)}`
  const blood = bloodOf(notice.type)
  if (!blood) return newsText(t, notice, link)
  const [team = '', challenge = ''] = notice.values
  const name = <bdi>{challenge}</bdi>
  return rich(t, 'challenges:notices.blood', {
    blood: <b>{t(`challenges:blood.${blood}`)}</b>,
    team: (
      <b>
        <bdi>{team}</bdi>
      </b>
    ),
    challenge: (
      <b>
        {link ? (
          <a className="link" href={link(challenge)}>
            {name}
          </a>
        ) : (
          name
        )}
      </b>
    )
  })
}
