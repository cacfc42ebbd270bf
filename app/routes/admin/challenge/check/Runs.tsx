import { Panel } from '~/app/components/Panel'
import { REACHED } from '~/app/components/scrollable'
import { Table } from '~/app/components/table/Table'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import type { CheckRun } from '~/server/solve-checks/contract'
import { RunState, useReason } from './CheckState'

const COLUMNS = ['when', 'result', 'duration', 'cause'] as const

/** Seconds that a solver took. */
function useDuration() {
  const { seconds } = useFormat()
  return ({ duration }: CheckRun) => (duration === null ? '–' : seconds(duration / 1000))
}

/** The newest run that has ended, with everything that it printed. */
export function LastRun({ run }: { run: CheckRun }) {
  const t = useText()
  const reasonOf = useReason()
  const durationOf = useDuration()
  return (
    <div className="stack">
      <p className="row">
        <RunState run={run} />
        <span className="muted">{t('checks:run.took', { time: durationOf(run) })}</span>
      </p>
      {run.reason && <p>{reasonOf(run)}</p>}
      <h3 className="small">{t('checks:run.output')}</h3>
      {run.output === '' ? (
        <p className="faint small">{t('checks:run.no_output')}</p>
      ) : (
        <pre className="check-output" {...REACHED}>
          {run.output}
        </pre>
      )}
    </div>
  )
}

export function Runs({ runs }: { runs: CheckRun[] }) {
  const t = useText()
  const { moment } = useFormat()
  const reasonOf = useReason()
  const durationOf = useDuration()
  const text = (key: (typeof COLUMNS)[number]) => t(`checks:run.${key}`)
  return (
    <Panel title={t('checks:run.title')} body="flush">
      {runs.length === 0 ? (
        <p className="none">{t('checks:run.none')}</p>
      ) : (
        <Table
          label={t('checks:run.title')}
          className="cards"
          columns={COLUMNS.map((key) => ({ text: text(key) }))}
        >
          {runs.map((run) => (
            <tr key={run.id}>
              <th scope="row">
                <time dateTime={run.requestedAt}>{moment(new Date(run.requestedAt))}</time>
              </th>
              <td data-label={text('result')}>
                <div>
                  <RunState run={run} />
                  {run.reason && <span className="sub">{reasonOf(run)}</span>}
                  {run.output !== '' && (
                    <details>
                      <summary className="small">{t('checks:run.show')}</summary>
                      <pre className="check-output" {...REACHED}>
                        {run.output}
                      </pre>
                    </details>
                  )}
                </div>
              </td>
              <td data-label={text('duration')}>{durationOf(run)}</td>
              <td data-label={text('cause')}>
                {t(`checks:cause.${run.cause}`)}
                {run.requestedBy && (
                  <span className="sub">
                    <bdi>{run.requestedBy}</bdi>
                  </span>
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Panel>
  )
}
