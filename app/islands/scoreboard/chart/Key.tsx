import { useText } from '~/app/i18n/text'
import { Cached } from '~/app/rendering/cached'
import { hrefOf, pinned, type Query } from '../query'
import { series } from './Plot'
import type { Line } from './scale'

interface KeyProps {
  lines: readonly Line[]
  gameId: number
  query: Query
}

/** The lines' names: links that compare a team with others, and end that. */
export function Key({ lines, gameId, query }: KeyProps) {
  const t = useText()
  return (
    <nav className="chart-key" aria-label={t('scoreboard:compare.label')}>
      <ul>
        <Cached
          name="key"
          of={KeyItems}
          props={{ items: keyItems(lines, gameId, query) }}
          pieces={eachItem}
        />
      </ul>
      {query.teams.length > 0 && (
        <a className="btn sm" data-view="" href={hrefOf(gameId, { ...query, teams: [] })}>
          {t('scoreboard:compare.end')}
        </a>
      )}
    </nav>
  )
}

interface KeyItemsProps {
  items: readonly {
    id: number
    team: number
    look: string
    place: number
    name: string
    href: string
    pinned: boolean
  }[]
}

export const keyItems = (lines: readonly Line[], gameId: number, query: Query): KeyItemsProps['items'] =>
  lines.map((line, index) => ({
    id: line.id,
    team: line.team,
    look: series(line, index),
    place: line.place,
    name: line.name,
    href: hrefOf(gameId, pinned(query, line.team)),
    pinned: line.emphasis === 'pinned'
  }))

/** One piece per item: readers share the leaders' items. */
const eachItem = ({ items }: KeyItemsProps): KeyItemsProps[] => items.map((item) => ({ items: [item] }))

/** The texts of an item, which are other ones for each team. */
export const textsOfKey = ({ team, place, name, href }: KeyItemsProps['items'][number]) => ({
  ...{ name, href },
  team: String(team),
  place: String(place)
})

export function KeyItems({ items }: KeyItemsProps) {
  return items.map((item) => (
    <KeyItem key={item.id} look={item.look} pinned={item.pinned} {...textsOfKey(item)} />
  ))
}

interface KeyItemProps extends ReturnType<typeof textsOfKey> {
  look: string
  pinned: boolean
}

export const KeyItem = ({ look, pinned, team, place, name, href }: KeyItemProps) => (
  <li className={look}>
    <a href={href} data-view="" data-team={team} aria-current={pinned || undefined}>
      <i />
      {place} <bdi>{name}</bdi>
    </a>
  </li>
)
