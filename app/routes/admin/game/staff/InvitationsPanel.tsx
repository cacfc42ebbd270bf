import { Confirm } from '~/app/components/form/Confirm'
import { CopyField } from '~/app/components/form/CopyField'
import { Field, SelectField } from '~/app/components/form/Field'
import { FormMessage } from '~/app/components/form/FormMessage'
import { Panel } from '~/app/components/Panel'
import { Table } from '~/app/components/table/Table'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { useFormState } from '~/app/request/form-state'
import type { FormState } from '~/app/request/forms'
import { STAFF_INVITATIONS } from '~/server/game-staff/constants'
import type { StaffInvitation } from '~/server/game-staff/contract'
import { RoleOptions } from './RoleOptions'

/** `made`: the link of the invitation that this answer made; no other page has it. */
export interface InvitedState extends FormState {
  made?: { link: string; mailed: boolean }
}

interface InvitationsProps {
  rows: StaffInvitation[]
  /** The platform can send mails. */
  mails: boolean
  href: string
}

/** Open invitations to a role (docs/rules/game-staff.md#invitations). */
export function InvitationsPanel({ rows, mails, href }: InvitationsProps) {
  const t = useText()
  const state = useFormState('invite') as InvitedState | null
  return (
    <Panel title={t('staff:invitations.title')} body="stack-16">
      <p className="muted">{t('staff:invitations.text', { most: STAFF_INVITATIONS.open })}</p>
      <FormMessage state={useFormState('uninvite')} />
      {state?.made && (
        <div className="token-once" role="status">
          <strong>{t('teams:invitations.made')}</strong>
          <CopyField value={state.made.link} label={t('teams:copy_link')} />
          <span className="hint">{t('teams:invitations.made_hint')}</span>
          {state.made.mailed && <span className="hint">{t('staff:invitations.mailed')}</span>}
        </div>
      )}
      {rows.length > 0 && <Listed rows={rows} href={href} />}
      <details className="new-token" open={state !== null && !state.made}>
        <summary className="btn">{t('teams:invitations.new')}</summary>
        <NewInvitation state={state?.made ? null : state} mails={mails} href={href} />
      </details>
    </Panel>
  )
}

function Listed({ rows, href }: Pick<InvitationsProps, 'rows' | 'href'>) {
  const t = useText()
  const { moment } = useFormat()
  const day = (time: string) => `${moment(new Date(time))} UTC`
  const heads = [
    t('staff:invitations.to'),
    t('staff:role_head'),
    t('tokens:ends'),
    t('teams:invitations.made_by')
  ]
  const revoke = t('teams:invitations.revoke')
  return (
    <Table
      label={t('staff:invitations.title')}
      className="cards"
      columns={[...heads.map((text) => ({ text })), { text: revoke, silent: true }]}
    >
      {rows.map(({ id, role, email, by, created, expires }) => (
        <tr key={id}>
          <th scope="row">
            <span className="primary-cell">
              <bdi>{email ?? t('staff:invitations.anybody')}</bdi>
              <span className="sub mono">#{id}</span>
            </span>
          </th>
          <td data-label={heads[1]}>{t(`staff:role.${role}`)}</td>
          <td data-label={heads[2]}>
            <time dateTime={expires}>{day(expires)}</time>
          </td>
          <td data-label={heads[3]}>
            <span className="primary-cell">
              <bdi>{by}</bdi>
              <time className="sub" dateTime={created}>
                {day(created)}
              </time>
            </span>
          </td>
          <td className="end">
            <Confirm
              classes="sm"
              danger
              label={revoke}
              name={t('staff:invitations.revoke_name', { id })}
              question={t('staff:invitations.revoke_question')}
              confirm={revoke}
              action={href}
              fields={{ intent: 'uninvite', invitation: id }}
            />
          </td>
        </tr>
      ))}
    </Table>
  )
}

function NewInvitation({ state, mails, href }: { state: FormState | null; mails: boolean; href: string }) {
  const t = useText()
  return (
    <form className="stack-16" method="post" action={href}>
      <FormMessage state={state} />
      <div className="form-grid">
        <SelectField name="role" label={t('staff:role_head')} state={state} defaultValue="author">
          <RoleOptions />
        </SelectField>
        <Field
          name="days"
          type="number"
          label={t('tokens:days')}
          hint={t('staff:invitations.days_hint', { max: STAFF_INVITATIONS.days })}
          state={state}
          min={1}
          max={STAFF_INVITATIONS.days}
          defaultValue={STAFF_INVITATIONS.usualDays}
          required
        />
        <Field
          name="email"
          type="email"
          label={t('account:email')}
          hint={t(mails ? 'staff:invitations.email_mailed_hint' : 'staff:invitations.email_hint')}
          state={state}
          autoComplete="off"
          optional
        />
      </div>
      <div className="row">
        <button type="submit" className="btn" name="intent" value="invite">
          {t('teams:invitations.make')}
        </button>
      </div>
    </form>
  )
}
