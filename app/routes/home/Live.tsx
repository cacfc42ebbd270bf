import { Pennant } from '~/app/components/game/Pennant'
import { rich } from '~/app/components/markdown/rich'
import { bloodOf } from '~/app/islands/challenges/words'
import { NewsMark, newsText } from '~/app/islands/news/words'
import { type Text, useText } from '~/app/islands/runtime/words/text'
import type { NoticeView } from '~/server/notices/contract'
import type { HomeView } from './view'

function textOf(t: Text, notice: NoticeView) {
  const blood = bloodOf(notice.type)
  if (!blood) return newsText(t, notice)
  const name = (value = '') => (
    <b>
      <bdi>{value}</bdi>
    </b>
  )
  return rich(t, `home:blood.${blood}`, {
    team: name(notice.values[0]),
    challenge: name(notice.values[1])
  })
}

/** The newest notices of the running game, those of bloods among them. */
export function Live({ game, notices }: { game: number; notices: HomeView['live'] }) {
  const t = useText()
  return (
    <section className="panel live-feed" aria-labelledby="live" data-fresh="live">
      <header>
        <h2 id="live">{t('home:live')}</h2>
        <a className="link small push" href={`/games/${game}/Scoreboard`}>
          {t('home:scoreboard')}
        </a>
      </header>
      {notices.length === 0 && <p className="panel-body muted">{t('home:quiet')}</p>}
      <ol>
        {notices.map(({ ago, ...notice }) => {
          const blood = bloodOf(notice.type)
          return (
            <li key={notice.id} data-blood={blood ?? undefined}>
              {blood ? <Pennant blood={blood} /> : <NewsMark type={notice.type} />}
              <div>{textOf(t, notice)}</div>
              <time dateTime={notice.time}>{ago}</time>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
