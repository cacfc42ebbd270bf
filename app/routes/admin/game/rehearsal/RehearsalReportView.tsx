import { Badge } from '~/app/components/Badge'
import { Banner } from '~/app/components/Banner'
import { Panel } from '~/app/components/Panel'
import { Table } from '~/app/components/table/Table'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import type { Severity } from '~/server/rehearsals/constants'
import { type Finding, findingPath, type RehearsalReport } from '~/server/rehearsals/contract'

const TONES: Record<Severity, 'bad' | 'warn' | 'info'> = { bad: 'bad', warn: 'warn', note: 'info' }

/** Names of calls and causes are words of the reader, not the names of our code. */
function useSentence() {
  const t = useText()
  return ({ code, params }: Finding) => {
    const { call, error } = params
    const words = {
      ...params,
      ...(call !== undefined && { call: t(`rehearsals:call.${call}`) }),
      ...(error !== undefined && { reason: t(`instances:error.${error}`) })
    }
    return t(`rehearsals:finding.${code}`, words)
  }
}

/** How a program ended, when that is known: its code and the last line it wrote. */
function Ending({ params: { code, line } }: Pick<Finding, 'params'>) {
  const t = useText()
  return (
    <>
      {code !== undefined && ` ${t('rehearsals:exit', { code })}`}
      {line !== undefined && (
        <div>
          {t('rehearsals:last_line')} <code>{line}</code>
        </div>
      )}
    </>
  )
}

function Verdict({ findings }: { findings: readonly Finding[] }) {
  const t = useText()
  const count = (severity: Severity) => findings.filter((one) => one.severity === severity).length
  const [bad, warn] = [count('bad'), count('warn')]
  const tone = bad > 0 ? 'bad' : warn > 0 ? 'warn' : 'ok'
  const text = { bad: 'verdict_bad', warn: 'verdict_warn', ok: 'verdict_ok' }[tone]
  return (
    <Banner tone={tone} announce={false}>
      {t(`rehearsals:${text}`, { count: bad || warn })}
    </Banner>
  )
}

function Findings({
  findings,
  more,
  gameId
}: Pick<RehearsalReport, 'findings' | 'more'> & { gameId: number }) {
  const t = useText()
  const sentence = useSentence()
  if (findings.length === 0) return null
  const columns = ['severity', 'challenge', 'what', 'where'] as const
  return (
    <Panel title={t('rehearsals:findings')} body="flush">
      <Table
        label={t('rehearsals:findings')}
        className="cards"
        columns={columns.map((name) => ({ text: t(`rehearsals:column.${name}`) }))}
      >
        {findings.map((one) => {
          const key = [one.code, one.challengeId, ...Object.values(one.params)].join(' ')
          const subject = one.title ?? t('rehearsals:whole_game')
          return (
            <tr key={key}>
              <td data-label={t('rehearsals:column.severity')}>
                <Badge tone={TONES[one.severity]} dot>
                  {t(`rehearsals:severity.${one.severity}`)}
                </Badge>
              </td>
              <th scope="row">
                <bdi>{subject}</bdi>
              </th>
              <td data-label={t('rehearsals:column.what')}>
                {sentence(one)}
                {one.code === 'instance_failed' && <Ending params={one.params} />}
              </td>
              <td data-label={t('rehearsals:column.where')}>
                <a href={findingPath(one, gameId)}>
                  {t('rehearsals:mend')}
                  <span className="sr">: {subject}</span>
                </a>
              </td>
            </tr>
          )
        })}
      </Table>
      {more > 0 && <p className="none">{t('rehearsals:more', { count: more })}</p>}
    </Panel>
  )
}

function Calls({ calls }: Pick<RehearsalReport, 'calls'>) {
  const t = useText()
  const { number } = useFormat()
  const columns = ['count', 'p50', 'p95', 'worst'] as const
  return (
    <Panel title={t('rehearsals:calls')} body="flush">
      <Table
        label={t('rehearsals:calls')}
        className="dense"
        columns={[
          { text: t('rehearsals:column.call') },
          ...columns.map((name) => ({ text: t(`rehearsals:column.${name}`), num: true }))
        ]}
      >
        {calls.map((one) => (
          <tr key={one.call}>
            <th scope="row">{t(`rehearsals:call.${one.call}`)}</th>
            {columns.map((name) => (
              <td key={name} className="num">
                {number(one[name])}
              </td>
            ))}
          </tr>
        ))}
      </Table>
    </Panel>
  )
}

function Instances({ instances }: Pick<RehearsalReport, 'instances'>) {
  const t = useText()
  const { number } = useFormat()
  return (
    <Panel title={t('rehearsals:instances')} body="flush">
      <Table
        label={t('rehearsals:instances')}
        className="dense"
        columns={[
          { text: t('rehearsals:column.challenge') },
          { text: t('rehearsals:column.seconds'), num: true }
        ]}
      >
        {instances.map(({ challengeId, title, seconds }) => (
          <tr key={challengeId}>
            <th scope="row">
              <bdi>{title}</bdi>
            </th>
            <td className="num">{number(seconds)}</td>
          </tr>
        ))}
      </Table>
    </Panel>
  )
}

export function RehearsalReportView({ report, gameId }: { report: RehearsalReport; gameId: number }) {
  const t = useText()
  const { number } = useFormat()
  const { findings, more, calls, instances, figures } = report
  const { seconds, challenges, files, flags, solves } = figures
  return (
    <>
      <Verdict findings={findings} />
      <p className="faint">
        {t('rehearsals:figures', {
          seconds: number(seconds),
          challenges: number(challenges),
          files: number(files),
          flags: number(flags),
          solves: number(solves)
        })}
      </p>
      <Findings {...{ findings, more, gameId }} />
      {instances.length > 0 && <Instances instances={instances} />}
      {calls.length > 0 && <Calls calls={calls} />}
    </>
  )
}
