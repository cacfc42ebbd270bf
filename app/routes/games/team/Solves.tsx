import { useId } from 'react'
import { Category, categoryKey } from '~/app/components/game/Category'
import { Pennant } from '~/app/components/game/Pennant'
import { PlayerName } from '~/app/components/game/PlayerName'
import { TableWrap } from '~/app/components/table/TableWrap'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { categoryName } from '~/server/categories/constants'
import type { EntryView, TeamView } from './team-view'

export function TeamCategories({ team: { categories } }: { team: TeamView }) {
  const t = useText()
  const { number } = useFormat()
  const id = useId()
  if (categories.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>
        {t('teampage:categories')} <span className="faint small">{t('teampage:marks')}</span>
      </h2>
      <ul className="catbars">
        {categories.map(({ name, points, marks }) => {
          const solved = marks.filter(({ place }) => place !== null).length
          return (
            <li key={categoryName(name)} data-category={categoryKey(name)}>
              <Category category={name} />
              <span className="pips" aria-hidden="true">
                {marks.map(({ id: challenge, title, place }) => (
                  <i
                    key={challenge}
                    title={title}
                    className={place === null ? undefined : place === 1 ? 'first' : 'on'}
                  />
                ))}
              </span>
              <span className="n">
                <b>{number(solved)}</b>/{number(marks.length)}
              </span>
              <span className="pt">{t('teampage:points', { points: number(points) })}</span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

export function TeamSolves({ team: { entries } }: { team: TeamView }) {
  const t = useText()
  const { number, day, clock } = useFormat()
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t('teampage:solves')}</h2>
      {entries.length === 0 ? (
        <p className="muted">{t('scoreboard:team.none')}</p>
      ) : (
        <TableWrap label={t('teampage:solves')}>
          <table className="table dense">
            <thead>
              <tr>
                <th scope="col">{t('scoreboard:team.what')}</th>
                <th scope="col" className="num">
                  {t('scoreboard:team.points')}
                </th>
                <th scope="col" className="num hide-narrow">
                  {t('teampage:rank_after')}
                </th>
                <th scope="col" className="num">
                  {t('scoreboard:team.time')}
                </th>
              </tr>
            </thead>
            <tbody>
              {entries.map((entry) => (
                <tr key={`${entry.at} ${entry.challenge ?? entry.points}`}>
                  <th scope="row">
                    <What entry={entry} />
                  </th>
                  <td className="num">{number(entry.points)}</td>
                  <td className="num hide-narrow">{entry.rank === null ? '–' : number(entry.rank)}</td>
                  <td className="num when">
                    <time dateTime={new Date(entry.at).toISOString()}>
                      {day(new Date(entry.at))} {clock(new Date(entry.at))}
                    </time>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableWrap>
      )}
    </section>
  )
}

function Times({ of: { times } }: { of: EntryView }) {
  const t = useText()
  if (times === undefined) return null
  return <span className="faint small sub">{t('scoreboard:team.times', { count: times })}</span>
}

function What({ entry }: { entry: EntryView }) {
  const { title, category, place, solver, player } = entry
  const t = useText()
  if (title === null)
    return (
      <span className="what">
        <i aria-hidden="true" />
        <span>
          {t(`scoreboard:team.${entry.kind}`)}
          {entry.reason && <bdi className="faint small sub">{entry.reason}</bdi>}
          <Times of={entry} />
        </span>
      </span>
    )
  return (
    <span className="what">
      {place > 0 ? (
        <Pennant blood={place as 1 | 2 | 3} label={t(`scoreboard:blood.${place}`)} />
      ) : (
        <i className="hit" data-category={categoryKey(category)} aria-hidden="true" />
      )}
      <span>
        <bdi>{title}</bdi> <Category category={category} />
        <Times of={entry} />
        {solver !== null && <PlayerName name={solver} id={player} className="faint small sub" />}
      </span>
    </span>
  )
}
