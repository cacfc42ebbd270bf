import { useLoaderData } from '@remix-run/react'
import { EmptyState } from '~/app/components/EmptyState'
import { SearchField } from '~/app/components/form/SearchField'
import { ListFoot } from '~/app/components/table/ListFoot'
import { useText } from '~/app/i18n/text'
import choice from '~/app/islands/choice'
import { wordsOf } from '~/app/islands/logs/list'
import peopleField from '~/app/islands/people-field'
import { Island } from '~/app/islands/runtime/island'
import { page } from '~/app/request/page'
import { pageFrom, readSearch } from '~/app/request/paging'
import adminStyles from '~/app/styles/patterns/admin.css?url'
import logsStyles from '~/app/styles/patterns/logs.css?url'
import monitorStyles from '~/app/styles/patterns/monitor.css?url'
import type { AuditFilter } from '~/server/logs/contract'
import { AdminFrame } from '../AdminFrame'
import { AuditTable } from './AuditTable'
import { differenceOf } from './difference'
import { LogsHead } from './LogsHead'

export const links = () =>
  [adminStyles, monitorStyles, logsStyles].map((href) => ({ rel: 'stylesheet', href }))

const ROWS_PER_PAGE = 50

export const loader = page('Admin', async ({ services, ctx, url, t, format }) => {
  const { searchParams } = url
  const filterOf = (name: string) => readSearch(searchParams, name)
  const filter: AuditFilter = {
    actor: filterOf('actor'),
    action: filterOf('action'),
    target: filterOf('target')
  }
  const [actions, { rows, ...place }] = await Promise.all([
    services.logs.auditActions(ctx),
    pageFrom(searchParams.get('page'), ROWS_PER_PAGE, (part) => services.logs.audits(ctx, filter, part))
  ])
  const entries = rows.map(({ time, before, after, ...row }) => {
    const at = new Date(time)
    const text = `${format.day(at)}, ${format.clock(at)}`
    return { ...row, time: { at: time, text }, changes: differenceOf({ before, after }) }
  })
  return { title: t('logs:audit_title'), entries, place, filter, actions }
})

export default function Audit() {
  const { title, entries, place, filter, actions } = useLoaderData<typeof loader>()
  const t = useText()
  const filtered = Object.values(filter).some((value) => value !== '')
  return (
    <AdminFrame>
      <LogsHead tab="audit" title={title} />
      <Filters filter={filter} actions={actions} filtered={filtered} />
      {entries.length > 0 ? (
        <AuditTable label={title} rows={entries} />
      ) : (
        <EmptyState title={t('logs:audit_none')}>
          {t(filtered ? 'logs:none_fits' : 'logs:audit_none_text')}
        </EmptyState>
      )}
      <ListFoot place={place} label="logs:place" />
    </AdminFrame>
  )
}

interface FiltersProps {
  filter: AuditFilter
  actions: string[]
  filtered: boolean
}

function Filters({ filter, actions, filtered }: FiltersProps) {
  const t = useText()
  return (
    <div className="table-tools">
      <form className="filters" method="get" action="/admin/Logs/Audit">
        <Island
          of={peopleField}
          props={{ name: 'actor', label: t('logs:filter.actor'), value: filter.actor }}
        />
        <Island
          of={choice}
          props={{
            name: 'action',
            label: t('logs:filter.action'),
            all: t('logs:filter.all_actions'),
            value: filter.action,
            options: actions.map((action) => ({ value: action, text: wordsOf(t, action) }))
          }}
        />
        <SearchField name="target" label={t('logs:filter.target')} value={filter.target} />
        <button type="submit" className="btn">
          {t('logs:filter.apply')}
        </button>
        {filtered && (
          <a className="btn" href="/admin/Logs/Audit">
            {t('logs:filter.clear')}
          </a>
        )}
      </form>
    </div>
  )
}
