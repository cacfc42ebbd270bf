import { Confirm } from '~/app/components/form/Confirm'
import { FormMessage } from '~/app/components/form/FormMessage'
import { Table } from '~/app/components/table/Table'
import { useText } from '~/app/i18n/text'
import { RecoveryCodes } from '~/app/islands/passkey-new/RecoveryCodes'
import { useFormState } from '~/app/request/form-state'
import { type FactorKind, MAX_FACTOR_NAME_LENGTH } from '~/server/factors/constants'
import type { CodesState } from './factor-forms'
import { ProfileSection } from './ProfileSection'

export interface FactorRow {
  id: string
  kind: FactorKind
  name: string
  added: { time: string; text: string }
  /** Null: never. */
  used: { time: string; text: string } | null
}

interface FactorsProps {
  rows: FactorRow[]
  codesLeft: number
  /** The platform's address allows passkeys. */
  passkeys: boolean
  required: boolean
}

const HERE = '/account/Profile#factors'

export function Factors({ rows, codesLeft, passkeys, required }: FactorsProps) {
  const t = useText()
  const removed = useFormState('removeFactor')
  const renamed = useFormState('renameFactor')
  const made = useFormState('recoveryCodes') as CodesState | null
  const fault = renamed?.errors.name && { ...renamed, message: renamed.errors.name }
  return (
    <ProfileSection title={t('factors:title')} text={t('factors:text')} anchor="factors">
      <FormMessage state={removed} />
      <FormMessage state={fault || renamed} />
      <FormMessage state={made} />
      {made?.codes && <RecoveryCodes codes={made.codes} />}
      {rows.length > 0 ? <List rows={rows} /> : <p className="muted small">{t('factors:none')}</p>}
      {required && rows.length === 1 && <p className="hint">{t('factors:required')}</p>}
      <div className="row">
        <form method="post" action="/account/Authenticator">
          <input type="hidden" name="intent" value="begin" />
          <button type="submit" className="btn">
            {t('factors:app.new')}
          </button>
        </form>
        {passkeys && (
          <a className="btn" href="/account/Passkey">
            {t('passkeys:new')}
          </a>
        )}
      </div>
      {!passkeys && <p className="hint">{t('passkeys:insecure')}</p>}
      {rows.length > 0 && (
        <div className="row">
          <span className="grow muted small">{t('factors:codes.left', { number: codesLeft })}</span>
          <Confirm
            label={t('factors:codes.new')}
            classes="sm"
            question={t('factors:codes.question')}
            confirm={t('factors:codes.new')}
            action={HERE}
            fields={{ intent: 'recoveryCodes' }}
          />
        </div>
      )}
    </ProfileSection>
  )
}

const COLUMNS = ['name', 'added', 'used'] as const

function List({ rows }: { rows: FactorRow[] }) {
  const t = useText()
  return (
    <Table
      label={t('factors:list')}
      className="cards"
      columns={[
        ...COLUMNS.map((name) => ({ text: t(`factors:${name}`) })),
        { text: t('factors:remove'), silent: true }
      ]}
    >
      {rows.map((row) => (
        <Row key={row.id} {...row} />
      ))}
    </Table>
  )
}

function Row({ id, kind, name, added, used }: FactorRow) {
  const t = useText()
  return (
    <tr>
      <th scope="row">
        <span className="primary-cell">
          <bdi>{name}</bdi>
          {name !== t(`factors:kind.${kind}`) && <span className="sub">{t(`factors:kind.${kind}`)}</span>}
        </span>
      </th>
      <td data-label={t('factors:added')}>
        <time dateTime={added.time}>{added.text}</time>
      </td>
      <td data-label={t('factors:used')}>
        {used ? <time dateTime={used.time}>{used.text}</time> : t('factors:never')}
      </td>
      <td className="end">
        <span className="row-tight">
          <Confirm
            label={t('factors:rename')}
            classes="sm"
            name={t('factors:rename_of', { name })}
            question={t('factors:rename_of', { name })}
            confirm={t('factors:rename')}
            action={HERE}
            fields={{ intent: 'renameFactor', id }}
          >
            <input
              className="input"
              name="name"
              defaultValue={name}
              maxLength={MAX_FACTOR_NAME_LENGTH}
              aria-label={t('factors:name')}
              required
            />
          </Confirm>
          <Confirm
            label={t('factors:remove')}
            classes="sm"
            name={t('factors:remove_of', { name })}
            question={t('factors:remove_question', { name })}
            confirm={t('factors:remove')}
            action={HERE}
            fields={{ intent: 'removeFactor', id }}
            danger
          />
        </span>
      </td>
    </tr>
  )
}
