import { useLocation } from '@remix-run/react'
import { Confirm } from '~/app/components/form/Confirm'
import { TrashIcon } from '~/app/components/icons'
import { Table } from '~/app/components/table/Table'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { TRASH_COUNTS, type TrashEntry, type TrashKind } from '~/server/trash/contract'

interface Moment {
  at: string
  text: string
}

interface TrashRow extends Pick<TrashEntry, 'id' | 'kind' | 'title' | 'game' | 'counts' | 'deletedBy'> {
  deleted: Moment
  purged: Moment
}

/** The table that counts the entry itself. */
const ITSELF: Partial<Record<TrashKind, string>> = { challenge: 'challenges', flag: 'flags' }

const COLUMNS = ['title', 'holds', 'deleted', 'purged']

export function TrashTable({ label, entries }: { label: string; entries: TrashRow[] }) {
  const t = useText()
  const columns = COLUMNS.map((key) => ({ text: t(`trash:column.${key}`) }))
  return (
    <Table label={label} className="cards" columns={[...columns, { text: t('admin:actions'), silent: true }]}>
      {entries.map((entry) => (
        <Row key={entry.id} entry={entry} />
      ))}
    </Table>
  )
}

function Row({ entry }: { entry: TrashRow }) {
  const { kind, title, game, counts, deleted, deletedBy, purged } = entry
  const t = useText()
  const { number } = useFormat()
  const contents = TRASH_COUNTS.filter((name) => counts[name] && name !== ITSELF[kind])
  return (
    <tr>
      <th scope="row">
        <span className="primary-cell">
          <bdi className={kind === 'flag' ? 'mono' : undefined}>{title}</bdi>
          <span className="sub">
            {t(`trash:kind.${kind}`)}
            {game && (
              <>
                {' · '}
                <bdi>{game.title}</bdi>
              </>
            )}
          </span>
        </span>
      </th>
      <td data-label={t('trash:column.holds')}>
        {contents.length > 0 ? (
          <ul className="use-list">
            {contents.map((name) => (
              <li key={name}>{t(`trash:count.${name}`, { n: number(counts[name]!) })}</li>
            ))}
          </ul>
        ) : (
          <span className="faint">–</span>
        )}
      </td>
      <td data-label={t('trash:column.deleted')}>
        <time className="nowrap" dateTime={deleted.at}>
          {deleted.text}
        </time>{' '}
        {deletedBy && (
          <a className="plain" href={`/admin/Users?user=${deletedBy.id}`}>
            <bdi>{deletedBy.name}</bdi>
          </a>
        )}
      </td>
      <td className="nowrap muted" data-label={t('trash:column.purged')}>
        <time dateTime={purged.at}>{purged.text}</time>
      </td>
      <td className="end">
        <Acts entry={entry} />
      </td>
    </tr>
  )
}

function Acts({ entry: { id, kind, title } }: { entry: TrashRow }) {
  const t = useText()
  const here = useLocation()
  const action = here.pathname + here.search
  return (
    <span className="row-tight">
      <Confirm
        classes="sm"
        label={t('trash:restore')}
        name={t('trash:restore_name', { title })}
        question={t(`trash:restore_question.${kind}`, { title })}
        confirm={t('trash:restore')}
        action={action}
        fields={{ intent: 'restore', entry: id }}
      />
      <Confirm
        classes="ghost icon-only sm"
        label={<TrashIcon />}
        name={t('trash:remove_name', { title })}
        question={t('trash:remove_question', { title })}
        confirm={t('trash:remove')}
        action={action}
        fields={{ intent: 'remove', entry: id, title }}
        danger
      />
    </span>
  )
}
