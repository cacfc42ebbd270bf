import { TextareaField } from '~/app/components/form/Field'
import { FormMessage } from '~/app/components/form/FormMessage'
import { Panel } from '~/app/components/Panel'
import { useText } from '~/app/i18n/text'
import { MAX_BULK_USERS } from '~/server/users/contract'
import { openedFocus } from '../NewPanel'
import { Setting } from '../Setting'
import { BulkResult } from './BulkResult'
import { COLUMNS } from './csv'
import type { UsersState } from './user-forms'

const ADDING = '/admin/Users?new'
const NOBODY = '/admin/Users'

export function AddUsers({ state }: { state: UsersState | null }) {
  const t = useText()
  const report = state?.report
  const ready = report?.refused === 0
  return (
    <Panel title={t('users:add')} body="stack-16">
      <FormMessage state={state} />
      {report && <BulkResult report={report} />}
      {report?.done ? (
        <div className="row">
          <a className="btn" href={NOBODY}>
            {t('users:done')}
          </a>
        </div>
      ) : (
        <form className="stack-16" method="post" action={ADDING} encType="multipart/form-data">
          <TextareaField
            name="lines"
            label={t('users:lines')}
            hint={t('users:lines_hint', { columns: COLUMNS.join(', '), max: MAX_BULK_USERS })}
            state={state}
            rows={8}
            className="mono"
            spellCheck={false}
            autoComplete="off"
            {...openedFocus(state)}
          />
          <div className="field">
            <label className="label" htmlFor="users-file">
              {t('users:file')}
              <span className="opt">{t('common:form.optional')}</span>
            </label>
            <input
              className="input"
              id="users-file"
              type="file"
              name="file"
              accept=".csv,.tsv,.txt,text/csv"
            />
          </div>
          <Setting
            name="overwrite"
            label={t('users:overwrite')}
            hint={t('users:overwrite_hint')}
            on={false}
            state={state}
          />
          <div className="row">
            <button type="submit" className={ready ? 'btn' : 'btn primary'} name="intent" value="check">
              {t('users:check')}
            </button>
            {ready && (
              <button type="submit" className="btn primary" name="intent" value="add">
                {t('users:create', { count: report.created + report.overwritten })}
              </button>
            )}
            <a className="btn ghost" href={NOBODY}>
              {t('common:cancel')}
            </a>
          </div>
        </form>
      )}
    </Panel>
  )
}
