import { useLoaderData } from '@remix-run/react'
import { EmptyState } from '~/app/components/EmptyState'
import { FormMessage } from '~/app/components/form/FormMessage'
import { Panel } from '~/app/components/Panel'
import { ListFoot } from '~/app/components/table/ListFoot'
import { useText } from '~/app/i18n/text'
import { Island } from '~/app/islands/runtime/island'
import uploads from '~/app/islands/uploads'
import { useFormState } from '~/app/request/form-state'
import { page } from '~/app/request/page'
import { pageFrom, readSearch } from '~/app/request/paging'
import adminStyles from '~/app/styles/patterns/admin.css?url'
import logsStyles from '~/app/styles/patterns/logs.css?url'
import { AdminFrame } from '../AdminFrame'
import { ListHead, NothingFits } from '../ListHead'
import { FilesTable } from './FilesTable'
import { fileForms } from './file-forms'

export const links = () => [adminStyles, logsStyles].map((href) => ({ rel: 'stylesheet', href }))

const FILES_PER_PAGE = 30

export const loader = page('Admin', async ({ services, ctx, url, t, format }) => {
  const q = readSearch(url.searchParams)
  const { rows, ...place } = await pageFrom(url.searchParams.get('page'), FILES_PER_PAGE, (part) =>
    services.assets.list(ctx, { ...part, search: q })
  )
  const files = rows.map(({ hash, name, size, storedAt, uses }) => {
    const at = new Date(storedAt)
    const text = `${format.day(at)}, ${format.clock(at).slice(0, 5)}`
    return { hash, name, size, uses, stored: { at: storedAt, text } }
  })
  return { title: t('files:title'), files, place, q }
})

export const action = fileForms

export default function Files() {
  const { title, files, place, q } = useLoaderData<typeof loader>()
  const refused = useFormState('upload')
  const kept = useFormState('remove')
  const t = useText()
  return (
    <AdminFrame>
      <ListHead
        title={title}
        count={q === '' ? place.total : null}
        find={(q !== '' || place.total > 0) && { href: '/admin/Files', label: t('files:find'), q }}
      />
      <div className="stack-16">
        <FormMessage state={kept} />
        {files.length > 0 ? (
          <FilesTable label={title} files={files} />
        ) : q === '' ? (
          <EmptyState title={t('files:none')}>{t('files:none_text')}</EmptyState>
        ) : (
          <NothingFits title={t('files:nothing', { q })} href="/admin/Files" />
        )}
        <ListFoot place={place} label="files:place" />
        <Panel title={t('files:upload.title')}>
          <Island
            of={uploads}
            props={{ href: '/admin/Files', error: refused?.errors.files ?? refused?.message ?? null }}
          />
        </Panel>
      </div>
    </AdminFrame>
  )
}
