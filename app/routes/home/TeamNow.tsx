import { Avatar } from '~/app/components/Avatar'
import { SolveMark } from '~/app/components/game/SolveMark'
import { richText } from '~/app/components/markdown/richText'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import type { HomeView } from './home-view'

type Now = NonNullable<HomeView['player']>['team']

/** Claims of the reader's team, the distance to the next team, and the last solve. */
export function TeamNow({ game, tasks, behind, last }: Now) {
  const t = useText()
  const { number } = useFormat()
  return (
    <section className="team-now" aria-labelledby="team-now" data-fresh="team-now">
      <h2 id="team-now">{t('home:now.title')}</h2>
      {tasks.length > 0 && (
        <ul className="tasks">
          {tasks.map((task) => (
            <Task key={`${task.name} ${task.challengeId}`} game={game} task={task} />
          ))}
        </ul>
      )}
      {behind && (
        <p>
          {richText(t, 'home:now.lead', {
            points: <b key="points">{number(behind.points)}</b>,
            team: (
              <a key="team" className="link" href={`/games/${game}/Teams/${behind.id}`}>
                <bdi>{behind.name}</bdi>
              </a>
            )
          })}
        </p>
      )}
      <p>{last ? <Last game={game} last={last} /> : t('home:now.none')}</p>
    </section>
  )
}

function Task({ game, task }: { game: number; task: Now['tasks'][number] }) {
  const { name, avatar, self, challengeId, title, instance } = task
  const t = useText()
  return (
    <li>
      <Avatar name={name} url={avatar} size="s16" round />
      <span className="truncate">
        <bdi>{self ? t('home:now.you') : name}</bdi> ·{' '}
        <a className="link" href={`/games/${game}/Challenges?c=${challengeId}`}>
          <bdi>{title}</bdi>
        </a>
      </span>
      {instance && <span className="faint">{t('home:now.instance', { span: instance })}</span>}
    </li>
  )
}

function Last({ game, last }: { game: number; last: NonNullable<Now['last']> }) {
  const t = useText()
  const { number } = useFormat()
  const { challenge, title, points, place, who, ago } = last
  return (
    <>
      <SolveMark place={place} />{' '}
      {richText(t, 'home:now.last', {
        challenge: (
          <a key="challenge" className="link" href={`/games/${game}/Challenges?c=${challenge}`}>
            <bdi>{title}</bdi>
          </a>
        )
      })}{' '}
      <span className="faint">
        {t('teampage:points', { points: `+${number(points)}` })} · <bdi>{who}</bdi> ·{' '}
        {t('home:blood.ago', { span: ago })}
      </span>
    </>
  )
}
