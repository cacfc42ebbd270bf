import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { ListFoot } from '~/app/components/table/ListFoot'
import { useText } from '~/app/i18n/text'
import refresh from '~/app/islands/refresh'
import { Island } from '~/app/islands/runtime/island'
import { notFoundPage } from '~/app/request/errors'
import { redirectWith } from '~/app/request/flash'
import { type FormState, forms, oneForm } from '~/app/request/forms'
import { page, pathOf } from '~/app/request/page'
import { pageFrom } from '~/app/request/paging'
import adminStyles from '~/app/styles/patterns/admin.css?url'
import instancesStyles from '~/app/styles/patterns/instances.css?url'
import { importIdParam, ROW_STATES } from '~/server/user-imports/contract'
import { AdminFrame } from '../../AdminFrame'
import { box } from '../../lines-field'
import { ImportProgress } from './ImportProgress'
import { ImportRows } from './ImportRows'
import { IMPORTS, importPath } from './paths'

export const links = () => [adminStyles, instancesStyles].map((href) => ({ rel: 'stylesheet', href }))

const ROWS_PER_PAGE = 100

const POLL_SECONDS = 2

const idOf = (params: Record<string, string | undefined>) => {
  const id = importIdParam.safeParse(params.importId)
  if (!id.success) throw notFoundPage()
  return id.data
}

export const loader = page('Admin', async (args) => {
  const { services, ctx, params, url, t } = args
  const id = idOf(params)
  const { createdAt: _, endedAt: __, ...view } = await services.userImports.one(ctx, id)
  const state = ROW_STATES.find((one) => one === url.searchParams.get('state'))
  const total = state ? view.counts[state] : view.total
  const place = await pageFrom(url.searchParams.get('page'), ROWS_PER_PAGE, async (part) => ({
    data: await services.userImports.rows(ctx, id, { ...part, ...(state && { state }) }),
    total
  }))
  const mail = services.mail.configured
  const now = ctx.now.getTime()
  return { title: t('users:import.title'), view, mail, place, state: state ?? null, now, href: pathOf(args) }
})

export const action = forms({
  start: oneForm({
    role: 'Admin',
    schema: z.object({ byMail: box, accept: box }),
    async run({ services, ctx, params, input }) {
      const id = idOf(params)
      await services.userImports.start(ctx, id, input)
      return redirect(importPath(id), 303)
    }
  }),
  cancel: oneForm({
    role: 'Admin',
    schema: z.object({}),
    async run({ services, ctx, params }) {
      const id = idOf(params)
      const { state } = await services.userImports.one(ctx, id)
      await services.userImports.cancel(ctx, id)
      const to = state === 'Checked' ? IMPORTS : importPath(id)
      return redirectWith(to, { tone: 'ok', key: 'users:import.cancelled' })
    }
  })
})

export default function Progress() {
  const { title, view, mail, place, state, now, href } = useLoaderData<typeof loader>()
  const form = (useActionData() as FormState | undefined) ?? null
  const t = useText()
  const { rows, ...where } = place
  return (
    <AdminFrame>
      <div className="page-head">
        <h1>{title}</h1>
        {view.state === 'Running' && <Island of={refresh} props={{ at: now, seconds: POLL_SECONDS, href }} />}
        <div className="actions">
          <a className="btn" href={IMPORTS}>
            {t('users:import.earlier')}
          </a>
        </div>
      </div>
      <div className="stack-16" data-fresh="import">
        <ImportProgress view={view} mail={mail} state={form} />
        <ImportRows id={view.id} rows={rows} counts={view.counts} total={view.total} shown={state} />
        <ListFoot place={where} label="admin:place" />
      </div>
    </AdminFrame>
  )
}
