import { type MouseEvent, useEffect, useRef } from 'react'
import { Avatar } from '~/app/components/Avatar'
import { Category, categoryKey } from '~/app/components/game/Category'
import { Pennant } from '~/app/components/game/Pennant'
import { XIcon } from '~/app/components/icons'
import { REACHED } from '~/app/components/scrollable'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { categoryName } from '~/server/categories/constants'
import type { Bonus } from '~/server/ledger/contract'
import type { BloodPlace, Entry, Share, TeamDetail } from './props'
import { Radar } from './radar/Radar'

interface TeamPanelProps {
  gameId: number
  team: TeamDetail
  bonus: Bonus
  close: { href: string; onClick(event: MouseEvent): void }
  /** Compares the team in the chart, or ends it while it is `on`. */
  compare: TeamPanelProps['close'] & { on: boolean }
}

const TITLE_ID = 'team-panel'

export function OwnTeamPanel({ gameId, team, bonus, close, compare: { on, ...compare } }: TeamPanelProps) {
  const t = useText()
  const { number } = useFormat()
  const panel = useFocus(team.team)
  const facts: [string, string][] = [
    ['rank', number(team.rank)],
    ['score', number(team.score)],
    ['solved', number(team.solved)]
  ]
  if (team.divisionRank !== null) facts.splice(1, 0, ['division_rank', number(team.divisionRank)])
  return (
    <dialog ref={panel} open className="team-panel" aria-labelledby={TITLE_ID} tabIndex={-1}>
      <header>
        <Avatar name={team.name} url={team.avatar} size="s32" />
        <div className="grow">
          <h2 id={TITLE_ID} className="truncate">
            <bdi>{team.name}</bdi>
          </h2>
          {team.division && <bdi className="faint small">{team.division}</bdi>}
        </div>
        <a
          className="btn ghost icon-only"
          href={close.href}
          onClick={close.onClick}
          aria-label={t('common:close')}
        >
          <XIcon />
        </a>
      </header>
      <section className="panel-scroll" aria-labelledby={TITLE_ID} {...REACHED}>
        {team.bio && <p className="bio">{team.bio}</p>}
        <dl className="figures">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{t(`scoreboard:team.${name}`)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <a className="link" href={`/games/${gameId}/Teams/${team.team}`}>
          {t('scoreboard:team.page')}
        </a>
        <a className="link" {...compare}>
          {t(on ? 'scoreboard:compare.remove' : 'scoreboard:compare.add')}
        </a>
        <Shares shares={team.shares} />
        <Entries entries={team.entries} bonus={bonus} />
      </section>
    </dialog>
  )
}

/** Takes the focus from the row that opened the panel, and returns it. */
function useFocus(team: number) {
  const panel = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    // A page that came with the panel starts at its top.
    if (!document.activeElement?.closest('.matrix, .team-panel')) return
    panel.current?.focus()
    return () => document.querySelector<HTMLElement>(`.matrix .rows [data-team="${team}"]`)?.focus()
  }, [team])
  return panel
}

function Shares({ shares }: { shares: Share[] }) {
  const t = useText()
  const { number } = useFormat()
  if (shares.length === 0) return null
  return (
    <section aria-label={t('scoreboard:team.shares')}>
      <h3>{t('scoreboard:team.shares')}</h3>
      <Radar shares={shares} />
      <ul className="shares">
        {shares.map(({ category, points, of }) => (
          <li key={categoryName(category)} data-category={categoryKey(category)}>
            <Category category={category} />
            <svg className="bar thin cat" aria-hidden="true">
              <rect className="track" width="100%" height="100%" />
              <rect className="fill" width={`${Math.round((points / of) * 1000) / 10}%`} height="100%" />
            </svg>
            <span className="num">
              {t('scoreboard:team.share', { points: number(points), of: number(of) })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Entries({ entries, bonus }: { entries: Entry[]; bonus: Bonus }) {
  const t = useText()
  const format = useFormat()
  const shares: Record<BloodPlace, number> = { 0: 0, 1: bonus.first, 2: bonus.second, 3: bonus.third }
  if (entries.length === 0) return <p className="muted">{t('scoreboard:team.none')}</p>
  return (
    <table className="table">
      <caption className="sr">{t('scoreboard:team.entries')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('scoreboard:team.what')}</th>
          <th scope="col" className="num">
            {t('scoreboard:team.points')}
          </th>
          <th scope="col" className="num">
            {t('scoreboard:team.time')}
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={`${entry.at} ${entry.title}`}>
            <th scope="row">
              <What entry={entry} />
            </th>
            <td className="num">
              {format.number(entry.points)}
              <Extra share={shares[entry.place]} />
            </td>
            <td className="num">
              <time dateTime={new Date(entry.at).toISOString()}>
                {format.day(new Date(entry.at))} {format.clock(new Date(entry.at))}
              </time>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Extra({ share }: { share: number }) {
  const t = useText()
  const { number } = useFormat()
  if (share === 0) return null
  return <span className="faint small"> {t('scoreboard:team.bonus', { percent: number(share / 10) })}</span>
}

function What({ entry: { title, category, place, points, solver, why, times } }: { entry: Entry }) {
  const t = useText()
  const award = title === null
  return (
    <span className="what">
      {place > 0 ? (
        <Pennant blood={place as 1 | 2 | 3} label={t(`scoreboard:blood.${place}`)} />
      ) : (
        <i className="hit" data-category={categoryKey(category)} aria-hidden="true" />
      )}
      <span className="grow">
        <bdi>{title ?? t(`scoreboard:team.${why === 1 ? 'hint' : points < 0 ? 'penalty' : 'award'}`)}</bdi>
        <span className="faint small">
          {award ? why !== 1 && <bdi>{why}</bdi> : categoryName(category)}
          {times !== undefined && `${award ? '' : ' · '}${t('scoreboard:team.times', { count: times })}`}
          {solver && (
            <>
              {' · '}
              <bdi>{solver}</bdi>
            </>
          )}
        </span>
      </span>
    </span>
  )
}
