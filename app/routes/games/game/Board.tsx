import { Avatar } from '~/app/components/Avatar'
import { Badge } from '~/app/components/Badge'
import { Category, categoryKey } from '~/app/components/game/Category'
import type { Highlights } from '~/app/components/game/highlights'
import { Pennant } from '~/app/components/game/Pennant'
import { Panel } from '~/app/components/Panel'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { LatestBloods } from '~/app/routes/games/LatestBloods'
import { categoryName } from '~/server/categories/constants'
import type { GameBoard } from './game-view'

/** Figures of the whole game. */
export function GameNumbers({ board }: { board: Highlights }) {
  const t = useText()
  const { teams, flags, bloods, unsolved, challenges } = board
  const figures: [name: string, value: string, beside: string | null][] = [
    ['teams', teams, null],
    ['challenges', challenges, null],
    ['flags', flags, null],
    ['bloods', bloods, t('home:of', { total: challenges })],
    ['unsolved', unsolved, null]
  ]
  return (
    <dl className="figrow" data-fresh="figures">
      {figures.map(([name, value, beside]) => (
        <div key={name}>
          <dt>{t(`games:hero.figure.${name}`)}</dt>
          <dd>
            {value} {beside && <small>{beside}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

type CategoriesProps = Pick<GameBoard, 'categories' | 'own'> & {
  /** Printed only, so that teams share a rendering. */
  team?: string
}

/** How much of each category is solved: by the reader's team, or by anybody. */
export function CategoryProgress({ categories, own, team = '' }: CategoriesProps) {
  const t = useText()
  const { number } = useFormat()
  const [solved, total] = [
    categories.reduce((sum, category) => sum + category.solved, 0),
    categories.reduce((sum, category) => sum + category.total, 0)
  ]
  const by = own ? 'games:hero.solved_by' : 'games:hero.solved_by_any'
  return (
    <section aria-labelledby="categories">
      <h2 id="categories">
        {t('games:hero.categories')}{' '}
        <small>
          <bdi>{t(by, { solved: number(solved), total: number(total), team })}</bdi>
        </small>
      </h2>
      <ul className="catgrid" data-fresh="categories">
        {categories.map((category) => (
          <li key={categoryName(category.name)} data-category={categoryKey(category.name)}>
            <Category category={category.name} />
            <span className="n">
              <b>{number(category.solved)}</b> {t('home:of', { total: number(category.total) })}
            </span>
            <svg className="bar thin" aria-hidden="true" focusable="false">
              <rect className="track" width="100%" height="100%" />
              <rect className="fill" width={`${(category.solved / category.total) * 100}%`} height="100%" />
            </svg>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The latest bloods, newest first. */
export function BoardBloods({ board }: { board: Highlights }) {
  const t = useText()
  return (
    <Panel id="bloods" title={t('home:blood.latest')}>
      <LatestBloods bloods={board.latest} />
    </Panel>
  )
}

/** The first three of a game that is over, the winner in the middle. */
export function GamePodium({ game, board }: { game: number; board: Highlights }) {
  const t = useText()
  const { number } = useFormat()
  const best = board.leaders.slice(0, 3)
  if (best.length === 0) return null
  return (
    <section aria-labelledby="winners">
      <h2 id="winners">{t('games:hero.winners')}</h2>
      <ol className="podium">
        {best.map(({ id, rank, name, avatar, organization, score, firsts }) => (
          <li key={id} data-rank={rank}>
            <Badge>{t('games:hero.rank', { rank: number(rank) })}</Badge>
            <Avatar name={name} url={avatar} size={rank === 1 ? 's72' : 's40'} />
            <a className="name" href={`/games/${game}/Teams/${id}`}>
              <bdi>{name}</bdi>
            </a>
            <p>
              <b>{score}</b>
              {organization && (
                <>
                  {' · '}
                  <bdi>{organization}</bdi>
                </>
              )}
            </p>
            {firsts > 0 && (
              <p className="small">
                <Pennant blood={1} /> {t('games:hero.first_bloods', { count: firsts })}
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
