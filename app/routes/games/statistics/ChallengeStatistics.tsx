import { Category } from '~/app/components/game/Category'
import { Stars } from '~/app/components/game/Stars'
import { TableWrap } from '~/app/components/table/TableWrap'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { shownCategory } from '~/server/categories/constants'
import type { Statistics } from '~/server/statistics/contract'

/** Of the charts, in units of their own. */
export const HEIGHT = 100

/** Pairs of steps, so that a page of a hundred challenges stays small. */
function Over({ over, label }: { over: number[]; label: string }) {
  const pairs = over.flatMap((count, step) => (step % 2 === 0 ? [count + (over[step + 1] ?? 0)] : []))
  const most = Math.max(1, ...pairs)
  const bars = pairs.flatMap((count, place) => {
    const height = Math.round((HEIGHT * count) / most)
    return count === 0 ? [] : [`M${place} ${HEIGHT}v-${height}h.9v${height}z`]
  })
  return (
    <svg
      className="over"
      viewBox={`0 0 ${pairs.length} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <path d={bars.join('')} />
    </svg>
  )
}

interface ChallengesProps extends Pick<Statistics, 'challenges'> {
  game: number
  /** The reader can open challenges. */
  playable: boolean
}

/** Links lead to the challenge where the reader may open it, else to its solution, which everybody may read after the game. */
export function ChallengeStatistics({ challenges, game, playable }: ChallengesProps) {
  const t = useText()
  const { number, percent, span } = useFormat()
  const time = (milliseconds: number | null) => (milliseconds === null ? '–' : span(milliseconds))
  const known = {
    working: challenges.some((one) => one.working !== null),
    rating: challenges.some((one) => one.rating)
  }
  const heads = [
    ...(['solves', 'share', 'attempts', 'rate', 'median'] as const),
    ...(['working', 'rating'] as const).filter((name) => known[name])
  ]
  const hrefOf = (id: number) => `/games/${game}/${playable ? `Challenges?c=${id}` : `Solutions/${id}`}`
  return (
    <TableWrap label={t('statistics:challenge')}>
      <table className="table dense">
        <thead>
          <tr>
            <th scope="col">{t('statistics:challenge')}</th>
            <th scope="col">{t('statistics:category')}</th>
            {heads.map((name) => (
              <th key={name} scope="col" className="num">
                {t(`statistics:${name}`)}
              </th>
            ))}
            <th scope="col">{t('statistics:over')}</th>
            <th scope="col">{t('statistics:first')}</th>
          </tr>
        </thead>
        <tbody>
          {challenges.map(
            ({ id, title, solves, attempts, share, over, firstBlood, median, working, rating, ...of }) => (
              <tr key={id}>
                <td>
                  <a className="link" href={hrefOf(id)}>
                    <bdi>{title}</bdi>
                  </a>
                </td>
                <td>
                  <Category category={shownCategory(of)} />
                </td>
                <td className="num">{number(solves)}</td>
                <td className="num">{percent(share)}</td>
                <td className="num">{number(attempts)}</td>
                <td className="num">{attempts === 0 ? '–' : percent(Math.min(1, solves / attempts))}</td>
                <td className="num nowrap">{time(median)}</td>
                {known.working && <td className="num nowrap">{time(working)}</td>}
                {known.rating && (
                  <td className="num nowrap">
                    <Stars rating={rating} />
                  </td>
                )}
                <td>{solves > 0 && <Over over={over} label={t('statistics:over_of', { title })} />}</td>
                <td>
                  {firstBlood ? (
                    <a className="link" href={`/games/${game}/Teams/${firstBlood.id}`}>
                      <bdi>{firstBlood.team}</bdi>
                    </a>
                  ) : (
                    '–'
                  )}
                  {firstBlood && <span className="sub">{time(firstBlood.after)}</span>}
                </td>
              </tr>
            )
          )}
        </tbody>
      </table>
    </TableWrap>
  )
}
