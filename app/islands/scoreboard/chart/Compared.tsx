import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { type Line, type Span, scoreAt } from './scale'

interface ComparedProps {
  lines: readonly Line[]
  span: Span
  /** The end of what has happened. */
  until: number
}

/** Times at which scores are listed, the newest last. */
const COLUMNS = 5

/** Scores over time of the teams that are compared, as a table; nothing without any. */
export function Compared({ lines, span, until }: ComparedProps) {
  const t = useText()
  const { number, moment } = useFormat()
  const rows = lines.filter(({ own, emphasis }) => emphasis === 'pinned' || own)
  if (!rows.some(({ emphasis }) => emphasis)) return null
  const times = Array.from(
    { length: COLUMNS },
    (_, index) => span.from + ((until - span.from) * (index + 1)) / COLUMNS
  )
  // The attributes of TableWrap, whose file a board does not load.
  const reached = { role: 'group', tabIndex: 0, 'aria-label': t('scoreboard:compare.table') }
  return (
    <details className="compared">
      <summary>{t('scoreboard:compare.table')}</summary>
      <div className="table-wrap" {...reached}>
        <table className="table dense">
          <thead>
            <tr>
              <th scope="col">{t('scoreboard:compare.team')}</th>
              {times.map((time) => (
                <th key={time} scope="col" className="num">
                  {moment(new Date(time))}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((line) => (
              <tr key={line.id}>
                <th scope="row">
                  {line.place} <bdi>{line.name}</bdi>
                </th>
                {times.map((time) => (
                  <td key={time} className="num">
                    {number(scoreAt(line.steps, time))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
