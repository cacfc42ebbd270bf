import type { ReactNode } from 'react'
import { Avatar } from '~/app/components/Avatar'
import { useText } from '~/app/i18n/text'
import type { Result } from './between-games'

interface OwnResultProps {
  game: number
  id: number
  name: string
  avatar: string | null
  rank: string
  score: string
}

/** The line of the reader's team. */
export function OwnResult({ game, id, name, avatar, rank, score }: OwnResultProps) {
  return (
    <li className="own" aria-current="true">
      <b>{rank}</b>
      <Avatar name={name} url={avatar} size="s24" />
      <a className="truncate" href={`/games/${game}/Teams/${id}`}>
        <bdi>{name}</bdi>
      </a>
      <span className="score">{score}</span>
    </li>
  )
}

/** The winners of the newest game that is over. `own`: `OwnResult`, for a reader whose team is not among them. */
export function LastResult({ id, title, winners, own }: Result['shared'] & { own?: ReactNode }) {
  const t = useText()
  return (
    <section className="panel standing narrow" aria-labelledby="last-result">
      <header>
        <h2 id="last-result">{t('home:last_result')}</h2>
        <a className="faint small truncate" href={`/games/${id}`}>
          <bdi>{title}</bdi>
        </a>
        <a className="link small push" href={`/games/${id}/Scoreboard`}>
          {t('home:scoreboard')}
        </a>
      </header>
      <ol className="leaders">
        {winners.map(({ id: team, rank, name, avatar, score }) => (
          <li key={team}>
            <b>{rank}</b>
            <Avatar name={name} url={avatar} size="s24" />
            <a className="truncate" href={`/games/${id}/Teams/${team}`}>
              <bdi>{name}</bdi>
            </a>
            <span className="score">{score}</span>
          </li>
        ))}
        {own}
      </ol>
    </section>
  )
}
