import { useActionData, useLoaderData } from '@remix-run/react'
import { FormMessage } from '~/app/components/form/FormMessage'
import { useText } from '~/app/i18n/text'
import listKeys from '~/app/islands/list-keys'
import { Island } from '~/app/islands/runtime/island'
import { page } from '~/app/request/page'
import adminStyles from '~/app/styles/patterns/admin.css?url'
import bulkStyles from '~/app/styles/patterns/bulk.css?url'
import instanceStyles from '~/app/styles/patterns/instances.css?url'
import monitorStyles from '~/app/styles/patterns/monitor.css?url'
import { AdminFrame } from '../AdminFrame'
import { StopBox } from './BulkBar'
import { Drawer } from './Drawer'
import { filterOf, narrows, tabOf } from './filter'
import { InstancesHead } from './InstancesHead'
import { InstanceTools } from './InstanceTools'
import { type InstancesState, instanceForms } from './instance-forms'
import { besideOf, choicesOf, openedOf, orphansOf, rowsOf } from './instances-view'
import { InstanceList, OrphanList } from './Lists'
import type { Selection } from './page'
import { NarrowTable } from './RunningTable'

export const links = () =>
  [adminStyles, bulkStyles, monitorStyles, instanceStyles].map((href) => ({ rel: 'stylesheet', href }))

const selectionOf = (requested: string | null): Selection =>
  requested === 'all' || requested === 'page' ? requested : 'none'

const EVERYTHING = filterOf(new URLSearchParams())

export const loader = page('Admin', async (args) => {
  const { services, ctx, url, t } = args
  const { searchParams } = url
  const tab = tabOf(searchParams)
  const filter = filterOf(searchParams)
  const measured = searchParams.has('load')
  const [counts, all, reasons, engines, settings] = await Promise.all([
    services.instances.counts(ctx, filter),
    narrows(filter) ? services.instances.counts(ctx, EVERYTHING) : null,
    tab === 'ended' ? services.instances.reasons(ctx, filter) : [],
    services.engines.list(ctx),
    services.settings.read()
  ])
  const window = settings.containerPolicy.renewalWindow
  const opened = await openedOf(args, { window, measured })
  const list =
    tab === 'orphans' ? null : await rowsOf(args, { filter, window, measured: measured && !opened })
  return {
    title: t('engines:instances'),
    now: ctx.now.getTime(),
    tab,
    filter,
    filtered: narrows(filter),
    selection: selectionOf(searchParams.get('select')),
    measured,
    counts,
    all: all ?? counts,
    reasons,
    engines,
    opened,
    list,
    choices: await choicesOf(args, filter),
    orphans: tab === 'orphans' ? await orphansOf(args) : null
  }
})

export const action = instanceForms

export default function Instances() {
  const view = useLoaderData<typeof loader>()
  const { title, now, tab, filter, measured, counts, all, reasons, engines, opened, list, choices, orphans } =
    view
  const state = (useActionData() as InstancesState | undefined) ?? null
  const t = useText()
  return (
    <AdminFrame>
      <InstancesHead
        title={title}
        now={now}
        tab={tab}
        counts={counts}
        all={all}
        engines={engines}
        brief={opened !== null}
      />
      <FormMessage state={state} />
      {opened ? (
        <div className="with-drawer mt">
          <div className="list">
            <div data-fresh="list">
              {list && list.rows.length > 0 ? (
                <NarrowTable rows={list.rows} open={opened.details.id} />
              ) : (
                <p className="hint">{t('engines:empty.list')}</p>
              )}
            </div>
            <Island of={listKeys} props={{ open: true, choosable: false }} />
          </div>
          <Drawer opened={opened} beside={besideOf(list?.rows ?? [], opened.details.id)} now={now} />
        </div>
      ) : (
        <>
          {list && <InstanceTools {...{ tab, filter, measured, reasons, ...choices }} />}
          {state?.plan && <StopBox {...state.plan} />}
          <div data-fresh="list">
            {list && <InstanceList {...view} {...list} />}
            {tab === 'orphans' && <OrphanList orphans={orphans} engines={engines} now={now} />}
          </div>
          {list && list.rows.length > 0 && (
            <Island of={listKeys} props={{ open: false, choosable: tab === 'running' || tab === 'queue' }} />
          )}
        </>
      )}
    </AdminFrame>
  )
}
