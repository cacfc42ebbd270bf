import { Pennant } from '~/app/components/game/Pennant'
import { SolveMark } from '~/app/components/game/SolveMark'
import { XIcon } from '~/app/components/icons'
import { richText } from '~/app/components/markdown/richText'
import { useFormat } from '~/app/i18n/format'
import { type Text, useText } from '~/app/i18n/text'
import { newestOf } from '~/app/islands/challenges/news/notice-feed'
import { ageText, bloodOf } from '~/app/islands/challenges/words'
import type { FeedNotice } from '~/app/islands/news/notice'
import { NewsMark, newsText } from '~/app/islands/news/words'
import { filterNotices, NOTICE_FILTERS, type NoticeListQuery, noticesHref } from '~/app/request/notice-filter'
import type { OwnSolve } from '~/app/request/own-solves'
import styles from '~/app/styles/patterns/notices.css?url'

interface NoticeListProps {
  game: number
  /** All that are kept, newest first. */
  notices: readonly FeedNotice[]
  /** Solves of the reader's team, newest first, for its tab and among all; null while the board is not ready, and elsewhere. */
  solves: readonly OwnSolve[] | null
  shown: NoticeListQuery
  /** The reader's team is in the game. */
  plays: boolean
  /** The board hides new solves. */
  frozen: boolean
  /** Unix milliseconds, of the minute. */
  now: number
  /** The reader may open challenges. */
  opens: boolean
}

const NEWEST = 50

/**
 * Notices with filters (docs/rules/interface.md#bell). The drawer takes this markup out of the page; what only works in a
 * script is hidden until then.
 */
export function NoticeList(props: NoticeListProps) {
  const t = useText()
  const { game, notices, shown, plays } = props
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
        {NOTICE_FILTERS.filter((kind) => kind !== 'team' || plays).map((kind) => (
          <a
            key={kind}
            href={noticesHref(game, { kind, older: false })}
            aria-current={kind === shown.kind ? 'true' : undefined}
            data-view=""
          >
            {t(`games:notices.${kind}`)}
          </a>
        ))}
      </nav>
      <Content {...props} />
    </section>
  )
}

function Content({ game, notices, solves, shown, frozen, now, opens }: NoticeListProps) {
  const t = useText()
  const { kind, older } = shown
  const wanted = entriesOf(notices, solves ?? [], kind)
  const entries = older ? wanted : wanted.slice(0, NEWEST)
  return (
    <div data-content="">
      {entries.length === 0 ? (
        <p className="panel-body muted">{t(emptyKey(kind, solves !== null))}</p>
      ) : (
        <ul className="feed">
          {entries.map(({ notice, solve }) =>
            notice ? (
              <Notice key={notice.id} {...{ game, notice, now, opens }} />
            ) : (
              <Solve key={`solve-${solve.id}`} {...{ game, solve, now, opens }} />
            )
          )}
        </ul>
      )}
      {kind === 'team' && frozen && <p className="panel-body hint">{t('games:notices.frozen')}</p>}
      {entries.length < wanted.length && (
        <footer>
          <a className="link small" href={noticesHref(game, { ...shown, older: true })} data-view="">
            {t('challenges:notices.older')}
          </a>
        </footer>
      )}
    </div>
  )
}

type Entry = { notice: FeedNotice; solve?: undefined } | { notice?: undefined; solve: OwnSolve }

const timeOf = ({ notice, solve }: Entry) => (notice ? Date.parse(notice.time) : solve.at)

/** The entries of a filter, newest first; among all, a solve comes before its blood. */
function entriesOf(
  notices: readonly FeedNotice[],
  solves: readonly OwnSolve[],
  kind: NoticeListQuery['kind']
): readonly Entry[] {
  const own = solves.map((solve): Entry => ({ solve }))
  if (kind === 'team') return own
  const told = filterNotices(notices, kind).map((notice): Entry => ({ notice }))
  if (kind !== 'all' || own.length === 0) return told
  return [...own, ...told].sort((a, b) => timeOf(b) - timeOf(a))
}

function emptyKey(kind: NoticeListQuery['kind'], ready: boolean): string {
  if (kind !== 'team') return 'challenges:notices.none'
  return ready ? 'home:now.none' : 'players:not_ready'
}

interface LineProps {
  game: number
  now: number
  opens: boolean
}

function Notice({ game, notice, now, opens }: LineProps & { notice: FeedNotice }) {
  const t = useText()
  return (
    <li data-id={notice.id}>
      {markOf(notice)}
      <div className="body">{textOf(t, notice, opens ? game : null)}</div>
      <Age time={notice.time} now={now} />
    </li>
  )
}

/** Its id differs from those of notices: solves are never unread. */
function Solve({ game, solve, now, opens }: LineProps & { solve: OwnSolve }) {
  const t = useText()
  const { number } = useFormat()
  const { id, challenge, title, points, place, who, at } = solve
  const name = <bdi>{title}</bdi>
  const parts = {
    who: (
      <b key="who">
        <bdi>{who}</bdi>
      </b>
    ),
    challenge: (
      <b key="challenge">
        {opens ? (
          <a className="link" href={`/games/${game}/Challenges?c=${challenge}`}>
            {name}
          </a>
        ) : (
          name
        )}
      </b>
    )
  }
  return (
    <li data-id={`solve-${id}`}>
      <SolveMark place={place} />
      <div className="body">
        {richText(t, 'games:notices.solve', parts)} <span className="faint">+{number(points)}</span>
      </div>
      <Age time={new Date(at).toISOString()} now={now} />
    </li>
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
  return richText(t, 'challenges:notices.blood', {
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
