import { Pennant } from '~/app/components/game/Pennant'
import { SolveMark } from '~/app/components/game/SolveMark'
import { richText } from '~/app/components/markdown/richText'
import { useFormat } from '~/app/i18n/format'
import { type Text, useText } from '~/app/i18n/text'
import { bloodOf } from '~/app/islands/challenges/words'
import { NewsMark, newsText } from '~/app/islands/news/words'
import { NOTICE_FILTERS, type NoticeFilter } from '~/app/request/notice-filter'
import type { NoticeView } from '~/server/notices/contract'
import type { FeedLine, FeedSolve } from './home-news'

const nameOf = (value = '') => (
  <b>
    <bdi>{value}</bdi>
  </b>
)

function noticeText(t: Text, notice: NoticeView) {
  const blood = bloodOf(notice.type)
  if (!blood) return newsText(t, notice)
  return richText(t, `home:blood.${blood}`, {
    team: nameOf(notice.values[0]),
    challenge: nameOf(notice.values[1])
  })
}

interface LiveProps {
  game: number
  kind: NoticeFilter
  lines: readonly FeedLine[]
  /** Notices of the organisers. */
  organisers: number
  /** The reader's team is on the board. */
  plays: boolean
}

/** News of the running game: notices with bloods, and solves of all teams. */
export function Live({ game, kind, lines, organisers, plays }: LiveProps) {
  const t = useText()
  return (
    <section className="panel live-feed" id="feed" aria-labelledby="live" data-fresh="live">
      <header>
        <h2 id="live">{t('home:live')}</h2>
        <a className="link small push" href={`/games/${game}/Scoreboard`}>
          {t('home:scoreboard')}
        </a>
      </header>
      <nav className="tabs" aria-label={t('challenges:notices.filter')}>
        {NOTICE_FILTERS.filter((one) => one !== 'team' || plays).map((one) => (
          <a
            key={one}
            href={one === 'all' ? '/#feed' : `/?n=${one}#feed`}
            aria-current={one === kind ? 'true' : undefined}
          >
            {t(`games:notices.${one}`)}
            {one === 'organisers' && organisers > 0 && <span className="count">{organisers}</span>}
          </a>
        ))}
      </nav>
      {lines.length === 0 && (
        <p className="panel-body muted">{t(kind === 'team' ? 'home:now.none' : 'home:quiet')}</p>
      )}
      <ol>
        {lines.map((line) =>
          line.notice ? (
            <Notice key={`notice-${line.notice.id}`} notice={line.notice} ago={line.ago} />
          ) : (
            <Solve
              key={`solve-${line.solve.id}`}
              game={game}
              solve={line.solve}
              at={line.at}
              ago={line.ago}
            />
          )
        )}
      </ol>
      <footer>
        <a className="link small" href={`/games/${game}/Notices${kind === 'all' ? '' : `?n=${kind}`}`}>
          {t('home:everything')}
        </a>
        <span className="faint small push js-only">{t('home:pauses')}</span>
      </footer>
    </section>
  )
}

function Notice({ notice, ago }: { notice: NoticeView; ago: string }) {
  const t = useText()
  const blood = bloodOf(notice.type)
  return (
    <li data-blood={blood ?? undefined}>
      {blood ? <Pennant blood={blood} /> : <NewsMark type={notice.type} />}
      <div>{noticeText(t, notice)}</div>
      <time dateTime={notice.time}>{ago}</time>
    </li>
  )
}

interface SolveProps {
  game: number
  solve: FeedSolve
  at: number
  ago: string
}

function Solve({ game, solve, at, ago }: SolveProps) {
  const t = useText()
  const { number } = useFormat()
  const { who, team, title, category, points, place } = solve
  const name = team === null ? nameOf(who) : <a href={`/games/${game}/Teams/${team}`}>{nameOf(who)}</a>
  return (
    <li>
      {place === 0 ? <i className="caught" data-category={category} /> : <SolveMark place={place} />}
      <div>
        {richText(t, 'games:notices.solve', {
          who: <span key="who">{name}</span>,
          challenge: <span key="challenge">{nameOf(title)}</span>
        })}{' '}
        <span className="faint">+{number(points)}</span>
      </div>
      <time dateTime={new Date(at).toISOString()}>{ago}</time>
    </li>
  )
}
