import { Banner } from '~/app/components/Banner'
import { Table } from '~/app/components/table/Table'
import { useText } from '~/app/i18n/text'
import type { ImportReport } from '~/server/transfer/contract'
import { lineText } from './words'

export const FORM = 'import'

/** Preview of an import: what is left out and why, updates, then a row per challenge. */
export function ImportReportView({ report }: { report: ImportReport }) {
  const t = useText()
  const { challenges, updates, refused, notices, posts, tickets, notes } = report
  const counts = [
    t('transfer:challenges', { count: challenges.length }),
    updates.length > 0 && t('transfer:updates', { count: updates.length }),
    notices > 0 && t('transfer:notices', { count: notices }),
    posts > 0 && t('transfer:posts', { count: posts }),
    tickets > 0 && t('transfer:tickets', { count: tickets })
  ]
  return (
    <>
      <p>{counts.filter(Boolean).join(' · ')}</p>
      {notes.map((note) => (
        <Banner
          key={note.code}
          tone={note.code.startsWith('past_') ? 'warn' : 'info'}
          inline
          announce={false}
        >
          {lineText(t, note)}
        </Banner>
      ))}
      {refused.length > 0 && <Refused refused={refused} />}
      {updates.length > 0 && <Updates updates={updates} />}
      {challenges.length > 0 && <Made challenges={challenges} />}
    </>
  )
}

function Named({ title, from }: { title: string; from: string }) {
  return (
    <th scope="row">
      <div>
        <span className="primary-cell">
          <bdi>{title}</bdi>
        </span>
        <span className="sub mono">{from}</span>
      </div>
    </th>
  )
}

function Updates({ updates }: Pick<ImportReport, 'updates'>) {
  const t = useText()
  const label = t('transfer:updates', { count: updates.length })
  const word = (key: string) => t(`transfer:column.${key}`)
  return (
    <>
      <p>{t('transfer:updates_lead')}</p>
      <Table
        label={label}
        className="cards report"
        columns={['challenge', 'changes', 'notes'].map((key) => ({ text: word(key) }))}
      >
        {updates.map(({ challengeId, from, title, changes, notes }) => (
          <tr key={challengeId}>
            <th scope="row">
              <div>
                <label className="check">
                  <input
                    type="checkbox"
                    form={FORM}
                    name="update[]"
                    value={challengeId}
                    aria-label={t('transfer:update_this', { title })}
                  />
                  <span className="primary-cell">
                    <bdi>{title}</bdi>
                  </span>
                </label>
                <span className="sub mono">{from}</span>
              </div>
            </th>
            <td data-label={word('changes')}>
              <div>
                {changes.map((one) => (
                  <div key={one.code}>{lineText(t, one)}</div>
                ))}
              </div>
            </td>
            <td className="muted" data-label={word('notes')}>
              {notes.map((note) => lineText(t, note)).join(' ')}
            </td>
          </tr>
        ))}
      </Table>
    </>
  )
}

function Made({ challenges }: Pick<ImportReport, 'challenges'>) {
  const t = useText()
  const word = (key: string) => t(`transfer:column.${key}`)
  const columns = ['challenge', 'category', 'points', 'flags', 'files', 'notes'].map((key) => ({
    text: word(key),
    num: ['points', 'flags', 'files'].includes(key)
  }))
  return (
    <Table
      label={t('transfer:challenges', { count: challenges.length })}
      className="cards report"
      columns={columns}
    >
      {challenges.map(({ from, title, category, customCategory, score, flags, files, notes }) => (
        <tr key={from}>
          <Named title={title} from={from} />
          <td data-label={word('category')}>
            <bdi>{customCategory ?? category}</bdi>
          </td>
          <td className="num" data-label={word('points')}>
            {score}
          </td>
          <td className="num" data-label={word('flags')}>
            {flags}
          </td>
          <td className="num" data-label={word('files')}>
            {files}
          </td>
          <td className="muted" data-label={word('notes')}>
            {notes.map((note) => lineText(t, note)).join(' ')}
          </td>
        </tr>
      ))}
    </Table>
  )
}

function Refused({ refused }: Pick<ImportReport, 'refused'>) {
  const t = useText()
  const label = t('transfer:refused', { count: refused.length })
  return (
    <>
      <Banner tone="warn" inline announce={false}>
        {label}
      </Banner>
      <Table
        label={label}
        className="cards report"
        columns={[{ text: t('transfer:column.challenge') }, { text: t('transfer:column.why') }]}
      >
        {refused.map(({ from, title, reason }) => (
          <tr key={from}>
            <Named title={title} from={from} />
            <td data-label={t('transfer:column.why')}>{lineText(t, reason)}</td>
          </tr>
        ))}
      </Table>
    </>
  )
}
