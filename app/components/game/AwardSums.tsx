import { Moment } from '~/app/components/Moment'
import { Panel } from '~/app/components/Panel'
import { Table } from '~/app/components/table/Table'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import type { AwardSums as Sums } from '~/server/awards/contract'

interface AwardSumsProps {
  sums: Sums
  now: number
  /** Where staff take points back; absent for players. */
  corrections?: string
}

/** What services gave, once for each challenge and team; absent without any (docs/rules/awards.md#who-reads-them). */
export function AwardSums({ sums: { total, data }, now, corrections }: AwardSumsProps) {
  const t = useText()
  const { number } = useFormat()
  if (total === 0) return null
  const title = t('corrections:hills.title')
  const columns = [
    { text: t('corrections:team') },
    { text: t('corrections:challenge') },
    { text: t('corrections:hills.times'), num: true },
    { text: t('corrections:points'), num: true },
    { text: t('corrections:hills.last'), num: true }
  ]
  return (
    <Panel title={title} body="stack">
      <p className="muted">{t('corrections:hills.text')}</p>
      <Table
        label={title}
        className="cards"
        columns={corrections ? [...columns, { text: t('corrections:hills.back'), silent: true }] : columns}
      >
        {data.map(({ challengeId, challenge, participationId, team, times, points, last }) => (
          <tr key={`${challengeId} ${participationId}`}>
            <th scope="row">
              <bdi>{team}</bdi>
            </th>
            <td data-label={t('corrections:challenge')}>
              <bdi>{challenge ?? t('corrections:hills.other')}</bdi>
            </td>
            <td className="num" data-label={t('corrections:hills.times')}>
              {number(times)}
            </td>
            <td className="num" data-label={t('corrections:points')}>
              {number(points)}
            </td>
            <td className="num" data-label={t('corrections:hills.last')}>
              <Moment time={last} now={now} />
            </td>
            {corrections && (
              <td>
                <a
                  className="link small"
                  href={`${corrections}?${new URLSearchParams({ kind: 'award', teams: team, points: String(-points) })}`}
                >
                  {t('corrections:hills.back')}
                </a>
              </td>
            )}
          </tr>
        ))}
      </Table>
      {total > data.length && (
        <p className="muted">{t('corrections:hills.more', { n: number(total - data.length) })}</p>
      )}
    </Panel>
  )
}
