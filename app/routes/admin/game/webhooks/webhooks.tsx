import { useLoaderData } from '@remix-run/react'
import { EmptyState } from '~/app/components/EmptyState'
import { MegaphoneIcon } from '~/app/components/icons'
import { Table } from '~/app/components/table/Table'
import { useText } from '~/app/i18n/text'
import { useFormState } from '~/app/request/form-state'
import { page } from '~/app/request/page'
import adminStyles from '~/app/styles/patterns/admin.css?url'
import formStyles from '~/app/styles/patterns/forms.css?url'
import type { WebhookView } from '~/server/webhooks/contract'
import { AdminFrame } from '../../AdminFrame'
import { NewPanel } from '../../NewPanel'
import { GameHead } from '../GameHead'
import { loadGameHead } from '../head'
import { HookState } from './HookState'
import { OnceSecret } from './OnceSecret'
import { WebhookFields } from './WebhookFields'
import { listForms, type SecretState, webhooksPath } from './webhook-forms'

export const links = () => [adminStyles, formStyles].map((href) => ({ rel: 'stylesheet', href }))

export const loader = page('webhooks', async (args) => {
  const { services, ctx, url, params, t } = args
  const { game, heading } = await loadGameHead(args)
  return {
    title: `${t('admin:tab.Webhooks')} · ${game.title}`,
    heading,
    here: webhooksPath(params),
    hooks: await services.webhooks.list(ctx, game.id),
    plugins: services.plugins.names('notification'),
    adding: url.searchParams.has('new')
  }
})

export const action = listForms

const COLUMNS = ['name', 'receiver', 'events', 'state'] as const

function List({ here, hooks }: { here: string; hooks: WebhookView[] }) {
  const t = useText()
  return (
    <Table
      label={t('admin:tab.Webhooks')}
      className="cards"
      columns={COLUMNS.map((name) => ({ text: t(`webhooks:page.${name}`) }))}
    >
      {hooks.map((hook) => (
        <tr key={hook.id}>
          <th scope="row">
            <a href={`${here}/${hook.id}`}>
              <bdi>{hook.name}</bdi>
            </a>
          </th>
          <td data-label={t('webhooks:page.receiver')}>
            {hook.format} <code className="small">{hook.host}</code>
          </td>
          <td className="small" data-label={t('webhooks:page.events')}>
            {hook.events.map((event) => t(`webhooks:event.${event}`)).join(', ')}
          </td>
          <td data-label={t('webhooks:page.state')}>
            <HookState hook={hook} />
          </td>
        </tr>
      ))}
    </Table>
  )
}

export default function Webhooks() {
  const { heading, here, hooks, plugins, adding } = useLoaderData<typeof loader>()
  const t = useText()
  const state = useFormState('create') as SecretState | null
  const made = state?.made
  const open = !made && (adding || state !== null)
  return (
    <AdminFrame>
      <GameHead
        heading={heading}
        tab="Webhooks"
        title={t('admin:tab.Webhooks')}
        actions={
          !open && (
            <a className="btn primary" href={`${here}?new`}>
              {t('webhooks:page.new')}
            </a>
          )
        }
      />
      <div className="stack-16">
        {made && <OnceSecret secret={made.secret} />}
        {open && (
          <NewPanel
            title={t('webhooks:page.new')}
            href={here}
            first={false}
            more={<WebhookFields hook={null} state={state} plugins={plugins} />}
            submit={t('webhooks:page.new')}
          >
            {null}
          </NewPanel>
        )}
        {hooks.length > 0 && <List here={here} hooks={hooks} />}
        {hooks.length === 0 && !open && (
          <EmptyState icon={MegaphoneIcon} title={t('webhooks:page.none')}>
            {t('webhooks:page.none_text')}
          </EmptyState>
        )}
      </div>
    </AdminFrame>
  )
}
