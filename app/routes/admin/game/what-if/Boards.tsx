import { RankChange } from '~/app/components/game/RankChange'
import { Panel } from '~/app/components/Panel'
import { TableWrap } from '~/app/components/table/TableWrap'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import type { WhatIfTeam, WhatIfView } from '~/server/what-if/contract'
import { AdminFigures, type Figure } from '../AdminFigures'

export function RankChanges({ view }: { view: WhatIfView }) {
  const t = useText()
  const { number } = useFormat()
  const { moved, up, down, rescored, bloodChanges, teams } = view
  const figures: Figure[] = [
    [t('whatif:moved'), moved, moved > 0 ? `+${number(up)}, −${number(down)}` : null],
    [t('whatif:rescored'), rescored, null],
    [t('whatif:bloods'), bloodChanges, null],
    [t('whatif:on_board'), teams.after, teams.after === teams.before ? null : `${number(teams.before)} →`]
  ]
  return <AdminFigures figures={figures} />
}

/** Places gained; null for a team missing on either board. */
const gained = ({ before, after }: WhatIfTeam) => (before && after ? before.rank - after.rank : null)

export function Board({ rows, side }: { rows: WhatIfTeam[]; side: 'before' | 'after' }) {
  const t = useText()
  const { number } = useFormat()
  const title = t(`whatif:board.${side}`)
  const other = side === 'before' ? 'after' : 'before'
  return (
    <Panel title={title}>
      <TableWrap label={title}>
        <table className="table dense">
          <thead>
            <tr>
              <th scope="col" className="num">
                {t('corrections:rank')}
              </th>
              <th scope="col">{t('corrections:team')}</th>
              <th scope="col" className="num">
                {t('corrections:points')}
              </th>
              <th scope="col" className="num">
                {t(`whatif:rank_${other}`)}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((team) => (
              <tr key={team.participationId}>
                <td className="num">
                  <b>{number(team[side]!.rank)}</b>
                </td>
                <td className="name">
                  <bdi>{team.name}</bdi>
                </td>
                <td className="num">{number(team[side]!.score)}</td>
                <td className="num nowrap muted">
                  {side === 'after' && <RankChange places={gained(team)} />}{' '}
                  {team[other] ? number(team[other].rank) : <abbr title={t('whatif:absent')}>–</abbr>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableWrap>
    </Panel>
  )
}

export function Movers({ rows, way }: { rows: WhatIfTeam[]; way: 'climbers' | 'fallers' }) {
  const t = useText()
  const { number } = useFormat()
  if (rows.length === 0) return null
  return (
    <Panel title={t(`whatif:${way}`)}>
      <TableWrap label={t(`whatif:${way}`)}>
        <table className="table dense">
          <thead>
            <tr>
              <th scope="col">{t('corrections:team')}</th>
              <th scope="col" className="num">
                {t('corrections:rank')}
              </th>
              <th scope="col" className="num">
                {t('corrections:points')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((team) => (
              <tr key={team.participationId}>
                <td className="name">
                  <bdi>{team.name}</bdi>
                </td>
                <td className="num nowrap">
                  <RankChange places={gained(team)} /> {number(team.before!.rank)} →{' '}
                  {number(team.after!.rank)}
                </td>
                <td className="num nowrap">
                  {number(team.before!.score)} → {number(team.after!.score)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableWrap>
    </Panel>
  )
}

export function WhatIfBloods({ view: { bloods } }: { view: WhatIfView }) {
  const t = useText()
  const { number } = useFormat()
  if (bloods.length === 0) return null
  return (
    <Panel title={t('whatif:bloods')}>
      <TableWrap label={t('whatif:bloods')}>
        <table className="table dense">
          <thead>
            <tr>
              <th scope="col">{t('corrections:challenge')}</th>
              <th scope="col">{t('whatif:board.before')}</th>
              <th scope="col">{t('whatif:board.after')}</th>
            </tr>
          </thead>
          <tbody>
            {bloods.map(({ challengeId, title, place, before, after }) => (
              <tr key={`${challengeId} ${place}`}>
                <td className="name">
                  <bdi>{title}</bdi>, {number(place + 1)}
                </td>
                <td className="muted">
                  <bdi>{before ?? t('corrections:nobody')}</bdi>
                </td>
                <td>
                  <bdi>{after ?? t('corrections:nobody')}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableWrap>
    </Panel>
  )
}
