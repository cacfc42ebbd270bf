import { useId } from 'react'
import { About } from '~/app/components/About'
import { Avatar } from '~/app/components/Avatar'
import { FlagLine } from '~/app/components/FlagLine'
import { Category, categoryKey } from '~/app/components/game/Category'
import { CalendarIcon, PencilIcon } from '~/app/components/icons'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { categoryName } from '~/server/categories/constants'
import type { Player } from '~/server/players/contract'
import type { GameView, ResultsView } from './player-view'

type Shown = Omit<Player, 'games'>

export function PlayerHead({ player, games }: { player: Shown; games: readonly GameView[] }) {
  const t = useText()
  const first = games.at(-1)
  const year = first && new Date(first.start).getUTCFullYear()
  return (
    <div className="team-head">
      <FlagLine name={player.name} />
      <div className="in">
        <Avatar name={player.name} url={player.avatar} size="s72" round />
        <div className="who">
          <h1>
            <bdi>{player.name}</bdi>
          </h1>
          <About of={player}>
            {year && (
              <li>
                <CalendarIcon className="i12" />
                {t('players:since', { year })}
              </li>
            )}
          </About>
          {player.bio && <p className="bio">{player.bio}</p>}
        </div>
        {player.own && (
          <div className="actions">
            <a className="btn" href="/account/Profile#page">
              <PencilIcon />
              {t('players:edit')}
            </a>
          </div>
        )}
      </div>
    </div>
  )
}

export function PlayerFigures({ results: { solves, games, best } }: { results: ResultsView }) {
  const t = useText()
  const { number } = useFormat()
  const bloods = solves.filter(({ place }) => place > 0)
  const firsts = bloods.filter(({ place }) => place === 1).length
  const figures: [text: string, value: string, beside: string | null][] = [
    [t('players:figure.solves'), number(solves.length), null],
    [
      t('teampage:figure.bloods'),
      number(bloods.length),
      firsts > 0 ? t('teampage:firsts', { firsts: number(firsts) }) : null
    ],
    [t('players:figure.games'), number(games.length), null]
  ]
  if (best)
    figures.push([
      t('teampage:figure.best'),
      number(best.rank),
      t('teampage:of', { total: number(best.teams) })
    ])
  return (
    <dl className="figrow">
      {figures.map(([text, value, beside]) => (
        <div key={text}>
          <dt>{text}</dt>
          <dd>
            {value} {beside && <small>{beside}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

export function PlayerCategories({ categories }: Pick<ResultsView, 'categories'>) {
  const t = useText()
  const { number } = useFormat()
  const id = useId()
  const most = categories[0]?.solves
  if (!most) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t('players:categories')}</h2>
      <ul className="catgrid">
        {categories.map(({ name, solves }) => (
          <li key={categoryName(name)} data-category={categoryKey(name)}>
            <Category category={name} />
            <span className="n">{t('teampage:solve', { count: solves, solves: number(solves) })}</span>
            <svg className="bar thin" aria-hidden="true" focusable="false">
              <rect className="track" width="100%" height="100%" />
              <rect className="fill" width={`${Math.round((solves * 100) / most)}%`} height="100%" />
            </svg>
          </li>
        ))}
      </ul>
    </section>
  )
}
