import { useLocation } from '@remix-run/react'
import { Confirm } from '~/app/components/form/Confirm'
import { Field } from '~/app/components/form/Field'
import { FormMessage } from '~/app/components/form/FormMessage'
import { TrashIcon } from '~/app/components/icons'
import { Panel } from '~/app/components/Panel'
import { useText } from '~/app/i18n/text'
import { useFormState } from '~/app/request/form-state'
import type { RegistryView } from '~/server/engines/contract'

export function Registries({ registries }: { registries: RegistryView[] }) {
  const t = useText()
  const { pathname } = useLocation()
  const state = useFormState('registry')
  return (
    <div id="registries" className="mt">
      <Panel title={t('engines:registry.title')} body="stack-16">
        {registries.length === 0 ? (
          <p className="hint">{t('engines:registry.none')}</p>
        ) : (
          <ul className="list-edit">
            {registries.map(({ id, host, username }) => (
              <li key={id}>
                <span className="grow">
                  <code>{host}</code>{' '}
                  <span className="faint">{t('engines:registry.as', { name: username })}</span>
                </span>
                <Confirm
                  classes="ghost icon-only sm"
                  danger
                  label={<TrashIcon />}
                  name={t('engines:registry.remove_name', { name: host })}
                  question={t('engines:registry.remove_question', { name: host })}
                  confirm={t('engines:registry.remove')}
                  action={pathname}
                  fields={{ intent: 'remove', registry: id, host }}
                />
              </li>
            ))}
          </ul>
        )}
        <form className="stack-16" method="post" action={pathname}>
          <input type="hidden" name="intent" value="registry" />
          <FormMessage state={state} />
          <div className="form-grid">
            <Field
              name="host"
              label={t('engines:registry.host')}
              hint={t('engines:registry.host_hint')}
              state={state}
              className="mono"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={255}
              required
            />
            <Field
              name="username"
              label={t('engines:registry.username')}
              state={state}
              autoComplete="off"
              maxLength={255}
              required
            />
            <Field
              name="password"
              type="password"
              label={t('engines:registry.password')}
              hint={t('engines:registry.password_hint')}
              state={state}
              autoComplete="new-password"
              maxLength={4096}
              required
            />
          </div>
          <div className="row">
            <button type="submit" className="btn">
              {t('engines:registry.save')}
            </button>
          </div>
        </form>
      </Panel>
    </div>
  )
}
