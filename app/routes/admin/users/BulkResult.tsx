import { useId } from 'react'
import { Badge } from '~/app/components/Badge'
import { Banner } from '~/app/components/Banner'
import { CopyIcon, DownloadIcon } from '~/app/components/icons'
import { Table } from '~/app/components/table/Table'
import { useText } from '~/app/i18n/text'
import type { BulkReport, BulkRow } from '~/server/users/contract'
import { csv } from './csv'

const TONES = { create: 'ok', overwrite: 'warn', refused: 'bad' } as const

/** Result per line, refused ones first. Generated passwords are shown only here. */
export function BulkResult({ report }: { report: BulkReport }) {
  const t = useText()
  const { done, created, overwritten, refused, teams } = report
  const rows = [...report.rows].sort((a, b) => Number(b.error !== null) - Number(a.error !== null))
  const tone = refused > 0 ? 'bad' : done ? 'ok' : 'info'
  const summary = t('users:report.summary', { created, overwritten, refused, teams })
  return (
    <>
      <Banner
        tone={tone}
        title={t(refused > 0 ? 'users:report.refused' : `users:report.${done ? 'done' : 'dry'}`)}
      >
        {summary}
      </Banner>
      {done && <Secrets rows={report.rows} />}
      <Table
        label={summary}
        className="cards"
        columns={['line', 'user', 'email', 'team', 'outcome'].map((key) => ({
          text: t(`users:column.${key}`)
        }))}
      >
        {rows.map((row) => (
          <Row key={row.line} row={row} done={done} />
        ))}
      </Table>
    </>
  )
}

function Row({ row, done }: { row: BulkRow; done: boolean }) {
  const t = useText()
  const { line, userName, email, teamName, outcome, error } = row
  return (
    <tr>
      <td data-label={t('users:column.line')}>{line}</td>
      <th scope="row" data-label={t('users:column.user')}>
        <bdi>{userName || '–'}</bdi>
      </th>
      <td data-label={t('users:column.email')}>{email || '–'}</td>
      <td data-label={t('users:column.team')}>
        <bdi>{teamName ?? '–'}</bdi>
      </td>
      <td data-label={t('users:column.outcome')}>
        {error ? (
          <span className="bad">{t(`errors:${error}`)}</span>
        ) : (
          <Badge tone={TONES[outcome]} dot>
            {t(`users:outcome.${outcome}${done ? '_done' : ''}`)}
          </Badge>
        )}
      </td>
    </tr>
  )
}

function Secrets({ rows }: { rows: BulkRow[] }) {
  const t = useText()
  const id = useId()
  const madeUp = rows.filter(({ password }) => password !== null)
  if (madeUp.length === 0) return null
  const text = csv([
    ['userName', 'email', 'password'],
    ...madeUp.map(({ userName, email, password }) => [userName, email, password ?? ''])
  ])
  return (
    <div className="stack">
      <pre className="secrets" id={id}>
        {text}
      </pre>
      <span className="hint warn">{t('users:once')}</span>
      <div className="row">
        <button type="button" className="btn js-only" data-copy={id} data-done={t('common:copied')}>
          <CopyIcon />
          <span aria-live="polite">{t('common:copy')}</span>
        </button>
        <a
          className="btn"
          download="users.csv"
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(text)}`}
        >
          <DownloadIcon />
          {t('users:download')}
        </a>
      </div>
    </div>
  )
}
