import { Field, SelectField } from '~/app/components/form/Field'
import { Panel } from '~/app/components/Panel'
import { useText } from '~/app/i18n/text'
import { CONNECTION_KINDS, CONNECTION_LIMITS } from '~/server/challenges/connections/constants'
import { useDraft } from '../draft-state'
import { connectionName, shownRows } from './connection-rows'

interface ConnectionFieldsProps {
  /** Values of the rows by the names of their fields. */
  values: Record<string, string>
}

export function ConnectionFields({ values }: ConnectionFieldsProps) {
  const t = useText()
  const state = useDraft()
  const count = shownRows(state?.values ?? values)
  return (
    <Panel title={t('admin:connection.title')} body="stack-16">
      <input type="hidden" name="connections" value="" />
      <p className="hint">{t('admin:connection.hint', { max: CONNECTION_LIMITS.connections })}</p>
      {Array.from({ length: count }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are told apart by their place alone
        <Row key={row} row={row} values={values} />
      ))}
    </Panel>
  )
}

function Row({ row, values }: { row: number } & ConnectionFieldsProps) {
  const t = useText()
  const state = useDraft()
  const common = (part: Parameters<typeof connectionName>[1]) => {
    const name = connectionName(row, part)
    return { name, state, label: t(`admin:connection.${part}`), defaultValue: values[name] ?? '' }
  }
  const typed = { autoComplete: 'off', spellCheck: false }
  return (
    <fieldset className="connection-row">
      <legend className="hint">{t('admin:connection.row', { number: row + 1 })}</legend>
      <SelectField {...common('kind')}>
        {CONNECTION_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {kind === 'other' ? t('admin:connection.other') : kind}
          </option>
        ))}
      </SelectField>
      <div className="named">
        <Field {...common('host')} {...typed} className="mono" maxLength={CONNECTION_LIMITS.host} />
      </div>
      <div className="named">
        <Field {...common('port')} {...typed} className="num" inputMode="numeric" maxLength={5} />
      </div>
      <div className="if-ssh">
        <Field {...common('user')} {...typed} className="mono" maxLength={CONNECTION_LIMITS.user} />
      </div>
      <div className="if-page">
        <Field {...common('path')} {...typed} className="mono" maxLength={CONNECTION_LIMITS.path} />
      </div>
      <div className="if-other">
        <Field {...common('text')} {...typed} maxLength={CONNECTION_LIMITS.text} />
      </div>
      <Field {...common('label')} maxLength={CONNECTION_LIMITS.label} autoComplete="off" optional />
    </fieldset>
  )
}
