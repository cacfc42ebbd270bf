import { Panel } from '~/app/components/Panel'
import { TableWrap } from '~/app/components/table/TableWrap'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import type { CeremonyRemote } from '~/server/freeze/ceremony/contract'

export function Hidden({ remote: { hidden } }: { remote: CeremonyRemote }) {
  const t = useText()
  const { number } = useFormat()
  if (hidden.length === 0) return null
  return (
    <Panel title={t('ceremony:hidden')} body="stack">
      <p className="hint">{t('ceremony:only_you')}</p>
      <TableWrap label={t('ceremony:hidden')}>
        <table className="table dense">
          <thead>
            <tr>
              <th scope="col">{t('ceremony:col.team')}</th>
              {(['cells', 'rank_now', 'rank_final', 'points_final'] as const).map((name) => (
                <th key={name} scope="col" className="num">
                  {t(`ceremony:col.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {hidden.map(({ name, cells, now, final }) => (
              <tr key={now.rank}>
                <td>
                  <bdi>{name}</bdi>
                </td>
                <td className="num">{number(cells)}</td>
                <td className="num muted">{now.rank}</td>
                <td className="num">
                  <b>{final.rank}</b>
                </td>
                <td className="num">{number(final.score)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableWrap>
    </Panel>
  )
}
