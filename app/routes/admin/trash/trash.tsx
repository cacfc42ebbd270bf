import { useLoaderData } from '@remix-run/react'
import { EmptyState } from '~/app/components/EmptyState'
import { FormMessage } from '~/app/components/form/FormMessage'
import { ListFoot } from '~/app/components/table/ListFoot'
import { useText } from '~/app/i18n/text'
import choice from '~/app/islands/choice'
import peopleField from '~/app/islands/people-field'
import { Island } from '~/app/islands/runtime/island'
import { useFormState } from '~/app/request/form-state'
import { page } from '~/app/request/page'
import { pageFrom, readSearch } from '~/app/request/paging'
import adminStyles from '~/app/styles/patterns/admin.css?url'
import logsStyles from '~/app/styles/patterns/logs.css?url'
import monitorStyles from '~/app/styles/patterns/monitor.css?url'
import { TRASH_DAYS, TRASH_KINDS, type TrashFilter } from '~/server/trash/contract'
import { AdminFrame } from '../AdminFrame'
import { ListHead, NothingFits } from '../ListHead'
import { TrashTable } from './TrashTable'
import { trashForms } from './trash-forms'

export const links = () =>
  [adminStyles, monitorStyles, logsStyles].map((href) => ({ rel: 'stylesheet', href }))

const ENTRIES_PER_PAGE = 30
const HREF = '/admin/Trash'

export const loader = page('Admin', async ({ services, ctx, url, t, format }) => {
  const { searchParams } = url
  const filter: TrashFilter = {
    kind: TRASH_KINDS.find((kind) => kind === searchParams.get('kind')),
    by: readSearch(searchParams, 'by')
  }
  const { rows, ...place } = await pageFrom(searchParams.get('page'), ENTRIES_PER_PAGE, (part) =>
    services.trash.list(ctx, filter, part)
  )
  const moment = (at: string) => {
    const time = new Date(at)
    return { at, text: `${format.day(time)}, ${format.clock(time).slice(0, 5)}` }
  }
  const entries = rows.map(({ id, kind, title, game, counts, deletedBy, deletedAt, purgeAt }) => ({
    ...{ id, kind, title, game, counts, deletedBy },
    ...{ deleted: moment(deletedAt), purged: moment(purgeAt) }
  }))
  return { title: t('trash:title'), entries, place, filter }
})

export const action = trashForms

export default function Trash() {
  const { title, entries, place, filter } = useLoaderData<typeof loader>()
  const refused = useFormState('restore')
  const kept = useFormState('remove')
  const t = useText()
  const filtered = filter.kind !== undefined || filter.by !== ''
  return (
    <AdminFrame>
      <ListHead title={title} count={filtered ? null : place.total} />
      <div className="stack-16">
        <p className="muted">{t('trash:text', { days: TRASH_DAYS })}</p>
        {(filtered || place.total > 0) && <Filters filter={filter} filtered={filtered} />}
        <FormMessage state={refused} />
        <FormMessage state={kept} />
        {entries.length > 0 ? (
          <TrashTable label={title} entries={entries} />
        ) : filtered ? (
          <NothingFits title={t('trash:nothing')} href={HREF} />
        ) : (
          <EmptyState title={t('trash:none')}>{t('trash:none_text')}</EmptyState>
        )}
        <ListFoot place={place} label="trash:place" />
      </div>
    </AdminFrame>
  )
}

function Filters({ filter, filtered }: { filter: TrashFilter; filtered: boolean }) {
  const t = useText()
  return (
    <div className="table-tools">
      <form className="filters" method="get" action={HREF}>
        <Island
          of={choice}
          props={{
            name: 'kind',
            label: t('trash:filter.kind'),
            all: t('trash:filter.all'),
            value: filter.kind ?? null,
            options: TRASH_KINDS.map((kind) => ({ value: kind, text: t(`trash:kind.${kind}`) }))
          }}
        />
        <Island of={peopleField} props={{ name: 'by', label: t('trash:filter.by'), value: filter.by }} />
        <button type="submit" className="btn">
          {t('admin:filter')}
        </button>
        {filtered && (
          <a className="btn" href={HREF}>
            {t('admin:clear')}
          </a>
        )}
      </form>
    </div>
  )
}
