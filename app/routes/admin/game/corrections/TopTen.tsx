import { Banner } from '~/app/components/Banner'
import { Panel } from '~/app/components/Panel'
import { TableWrap } from '~/app/components/table/TableWrap'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import type { CorrectionEffect } from '~/server/corrections/contract'
import { Gain } from './Gain'

type Placed = CorrectionEffect['top']['before'][number]

/** Changes that an organiser must not overlook: another leader, and teams that leave the first ten. */
function Places({ before, after }: CorrectionEffect['top']) {
  const t = useText()
  const [was, is] = [before[0], after[0]]
  const ids = new Set(after.map(({ participationId }) => participationId))
  const gone = before.filter(({ participationId }) => !ids.has(participationId))
  const leads = was && is && was.participationId !== is.participationId
  if (!leads && gone.length === 0) return null
  return (
    <Banner
      tone="warn"
      announce={false}
      title={leads && t('corrections:leader', { team: is.name, before: was.name })}
    >
      {gone.length > 0 && t('corrections:leave', { teams: gone.map(({ name }) => name).join(', ') })}
    </Banner>
  )
}

/** The picture of the lines is 100 wide and as high as ten rows. */
const ROW = 10
const ROWS = 10

/** A line for each team of either list. One that was or will be further down begins or ends at the bottom. */
function Lines({ before, after }: CorrectionEffect['top']) {
  const size = Math.max(before.length, after.length)
  const placeIn = (teams: Placed[], id: number) => teams.findIndex((team) => team.participationId === id)
  const heightOf = (place: number) => (place < 0 ? size * ROW : (place + 0.5) * ROW)
  const ids = new Set([...before, ...after].map(({ participationId }) => participationId))
  const lines = [...ids].map((id) => {
    const [was, is] = [placeIn(before, id), placeIn(after, id)]
    const [from, to] = [heightOf(was), heightOf(is)]
    const move = was === is ? undefined : from > to ? 'up' : 'down'
    return { id, move, path: `M0 ${from}C50 ${from} 50 ${to} 100 ${to}` }
  })
  return (
    <svg className="lines" viewBox={`0 0 100 ${ROWS * ROW}`} preserveAspectRatio="none" aria-hidden="true">
      {lines.map(({ id, move, path }) => (
        <path key={id} className={move} d={path} />
      ))}
    </svg>
  )
}

/** The list before. The table after tells its ranks too, so it is for the eye only, where there is room. */
function Before({ teams }: { teams: Placed[] }) {
  const t = useText()
  const { number } = useFormat()
  return (
    <div className="before" aria-hidden="true">
      <p>{t('corrections:now')}</p>
      <ol>
        {teams.map(({ participationId, rank, name, score }) => (
          <li key={participationId}>
            <span>{number(rank)}</span>
            <bdi>{name}</bdi>
            <span>{number(score)}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** The first ten now and after a correction, joined by lines. */
export function TopTen({ effect: { top, teams } }: { effect: Pick<CorrectionEffect, 'top' | 'teams'> }) {
  const t = useText()
  const { number } = useFormat()
  if (top.after.length === 0) return null
  const before = new Map(teams.map((team) => [team.participationId, team.before]))
  for (const team of top.before) before.set(team.participationId, team)
  return (
    <>
      <Places {...top} />
      <Panel title={t('corrections:top')} body="top-ten">
        <Before teams={top.before} />
        <Lines {...top} />
        <TableWrap label={t('corrections:top')}>
          <table className="table">
            <thead>
              <tr>
                <th scope="col" className="num">
                  {t('corrections:after')}
                </th>
                <th scope="col" className="num was">
                  {t('corrections:now')}
                </th>
                <th scope="col">{t('corrections:team')}</th>
                <th scope="col" className="num">
                  {t('corrections:points')}
                </th>
                <th scope="col" className="num">
                  {t('corrections:change')}
                </th>
              </tr>
            </thead>
            <tbody>
              {top.after.map(({ participationId, rank, name, score }) => {
                const was = before.get(participationId)
                return (
                  <tr key={participationId}>
                    <td className="num">{number(rank)}</td>
                    <td className="num was">{was ? number(was.rank) : '–'}</td>
                    <td>
                      <bdi>{name}</bdi>
                    </td>
                    <td className="num">{number(score)}</td>
                    <Gain points={was ? score - was.score : null} />
                  </tr>
                )
              })}
            </tbody>
          </table>
        </TableWrap>
      </Panel>
    </>
  )
}
