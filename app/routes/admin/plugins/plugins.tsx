import { useLoaderData } from '@remix-run/react'
import { Badge } from '~/app/components/Badge'
import { EmptyState } from '~/app/components/EmptyState'
import { BoxIcon } from '~/app/components/icons'
import { Table } from '~/app/components/table/Table'
import { useText } from '~/app/i18n/text'
import { page } from '~/app/request/page'
import adminStyles from '~/app/styles/patterns/admin.css?url'
import { AdminFrame } from '../AdminFrame'

export const links = () => [{ rel: 'stylesheet', href: adminStyles }]

export const loader = page('Admin', async ({ services, ctx, t, format }) => {
  const plugins = await services.plugins.list(ctx)
  const when = (time: string) => `${format.day(new Date(time))}, ${format.clock(new Date(time))}`
  return {
    title: t('plugins:title'),
    plugins: plugins.map(({ lastFault, ...one }) => ({
      ...one,
      fault: lastFault && { ...lastFault, text: when(lastFault.time) }
    }))
  }
})

const COLUMNS = ['name', 'kind', 'version', 'uses', 'waiting', 'fault'] as const

type Listed = ReturnType<typeof useLoaderData<typeof loader>>['plugins'][number]

function Row({ plugin }: { plugin: Listed }) {
  const t = useText()
  const { name, kind, version, file, digest, uses, waiting, fault } = plugin
  return (
    <tr>
      <th scope="row">
        <span className="primary-cell">
          {name}
          {file && <code className="sub">{file}</code>}
        </span>
      </th>
      <td data-label={t('plugins:kind')}>
        {kind ? t(`plugins:kinds.${kind}`) : <Badge tone="bad">{t('plugins:missing')}</Badge>}
      </td>
      <td data-label={t('plugins:version')}>
        {version} {digest && <code className="faint small">{digest}</code>}
      </td>
      <td data-label={t('plugins:uses')}>{uses}</td>
      <td data-label={t('plugins:waiting')}>{waiting}</td>
      <td className="small" data-label={t('plugins:fault')}>
        {fault ? (
          <>
            <bdi>{fault.error}</bdi>{' '}
            <span className="faint">
              <time dateTime={fault.time}>{fault.text}</time>, {fault.process},{' '}
              {t('plugins:faults', { number: fault.count })}
            </span>
          </>
        ) : (
          '–'
        )}
      </td>
    </tr>
  )
}

export default function Plugins() {
  const { title, plugins } = useLoaderData<typeof loader>()
  const t = useText()
  return (
    <AdminFrame>
      <div className="page-head">
        <h1>{title}</h1>
        <div className="actions">
          <a className="btn" href="/docs/plugins">
            {t('docs:title')}
          </a>
        </div>
      </div>
      <div className="stack-16">
        <p className="muted">{t('plugins:text')}</p>
        {plugins.length > 0 ? (
          <Table
            label={title}
            className="cards"
            columns={COLUMNS.map((name) => ({ text: t(`plugins:${name}`) }))}
          >
            {plugins.map((plugin) => (
              <Row key={plugin.name} plugin={plugin} />
            ))}
          </Table>
        ) : (
          <EmptyState icon={BoxIcon} title={t('plugins:none')}>
            {t('plugins:none_text')}
          </EmptyState>
        )}
      </div>
    </AdminFrame>
  )
}
