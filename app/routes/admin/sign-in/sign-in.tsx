import { useLoaderData } from '@remix-run/react'
import { Badge } from '~/app/components/Badge'
import { EmptyState } from '~/app/components/EmptyState'
import { Confirm } from '~/app/components/form/Confirm'
import { CopyField } from '~/app/components/form/CopyField'
import { FormMessage } from '~/app/components/form/FormMessage'
import { KeyRoundIcon } from '~/app/components/icons'
import { Panel } from '~/app/components/Panel'
import { useText } from '~/app/i18n/text'
import { useFormState } from '~/app/request/form-state'
import type { FormState } from '~/app/request/forms'
import { page } from '~/app/request/page'
import adminStyles from '~/app/styles/patterns/admin.css?url'
import formStyles from '~/app/styles/patterns/forms.css?url'
import type { ProviderView } from '~/server/sign-in/contract'
import { AdminFrame } from '../AdminFrame'
import { NewPanel } from '../NewPanel'
import { KIND_NAMES, ProviderFields } from './ProviderFields'
import { providerForms } from './provider-forms'

export const links = () => [adminStyles, formStyles].map((href) => ({ rel: 'stylesheet', href }))

const HERE = '/admin/SignIn'

export const loader = page('Admin', async ({ services, ctx, t, url }) => ({
  title: t('signin:admin.title'),
  providers: await services.signIn.providers.list(ctx),
  adding: url.searchParams.has('new')
}))

export const action = providerForms

function Provider({ provider }: { provider: ProviderView }) {
  const t = useText()
  const sent = useFormState('save')
  const state = sent?.values.id === provider.id ? sent : null
  const { name, kind, issuer, callback, backChannel, provided, enabled, identities } = provider
  return (
    <Panel title={name}>
      <div className="stack-16">
        <p className="row small">
          <Badge tone={enabled ? 'ok' : undefined}>
            {t(enabled ? 'signin:admin.on' : 'signin:admin.off')}
          </Badge>
          {provided && <Badge>{t('signin:admin.provided')}</Badge>}
          <span className="muted">
            {KIND_NAMES[kind]} <code>{issuer}</code>
          </span>
          <span className="muted">{t('signin:admin.identities', { number: identities })}</span>
        </p>
        <div className="field">
          <span className="label">{t('signin:admin.callback')}</span>
          <CopyField value={callback} label={t('signin:admin.callback')} />
        </div>
        {backChannel && (
          <div className="field">
            <span className="label">{t('signin:admin.back_channel')}</span>
            <CopyField value={backChannel} label={t('signin:admin.back_channel')} />
          </div>
        )}
        {provided ? (
          <p className="muted small">{t('signin:admin.provided_text')}</p>
        ) : (
          <Editing {...{ provider, state }} />
        )}
      </div>
    </Panel>
  )
}

function Editing({ provider, state }: { provider: ProviderView; state: FormState | null }) {
  const t = useText()
  const { id, name, identities } = provider
  return (
    <details open={state !== null}>
      <summary className="btn">{t('signin:admin.edit')}</summary>
      <form className="stack-16 mt" method="post" action={HERE}>
        <FormMessage state={state} />
        <input type="hidden" name="intent" value="save" />
        <input type="hidden" name="id" value={id} />
        <ProviderFields provider={provider} state={state} />
        <div>
          <button type="submit" className="btn primary">
            {t('signin:admin.save')}
          </button>
        </div>
      </form>
      <div className="mt">
        <Confirm
          label={t('signin:admin.delete')}
          classes="sm danger"
          question={t('signin:admin.delete_question', { name, number: identities })}
          confirm={t('signin:admin.delete')}
          action={HERE}
          fields={{ intent: 'remove', id }}
          danger
        />
      </div>
    </details>
  )
}

export default function SignIn() {
  const { title, providers, adding } = useLoaderData<typeof loader>()
  const created = useFormState('create')
  const t = useText()
  const open = adding || created !== null
  return (
    <AdminFrame>
      <div className="page-head">
        <h1>{title}</h1>
        <span className="sub">{t('signin:admin.sub')}</span>
        {!open && (
          <div className="actions">
            <a className="btn primary" href={`${HERE}?new`}>
              {t('signin:admin.new')}
            </a>
          </div>
        )}
      </div>
      <div className="stack-16">
        {open && (
          <NewPanel
            title={t('signin:admin.new')}
            href={HERE}
            first={false}
            more={<ProviderFields provider={null} state={created} />}
            submit={t('signin:admin.new')}
          >
            {null}
          </NewPanel>
        )}
        {providers.length === 0 && !open && (
          <EmptyState icon={KeyRoundIcon} title={t('signin:admin.none')}>
            {t('signin:admin.none_text')}
          </EmptyState>
        )}
        {providers.map((provider) => (
          <Provider key={provider.id} provider={provider} />
        ))}
      </div>
    </AdminFrame>
  )
}
