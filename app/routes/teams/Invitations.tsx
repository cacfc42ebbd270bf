import { Confirm } from '~/app/components/form/Confirm'
import { CopyField } from '~/app/components/form/CopyField'
import { SelectField } from '~/app/components/form/Field'
import { FormMessage } from '~/app/components/form/FormMessage'
import { Table } from '~/app/components/table/Table'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { useFormState } from '~/app/request/form-state'
import type { FormState } from '~/app/request/forms'
import { HOUR_MS } from '~/server/platform/time'
import type { TeamInvitation } from '~/server/teams/invitations/contract'

/** `made`: the link of the invitation that this answer made; no other page has it. */
export interface InvitationState extends FormState {
  made?: { link: string }
}

interface InvitationsProps {
  team: number
  rows: TeamInvitation[]
}

export function Invitations({ team, rows }: InvitationsProps) {
  const t = useText()
  const state = useFormState('invitation') as InvitationState | null
  return (
    <section className="stack-16" aria-labelledby="invitations">
      <div>
        <h3 id="invitations">{t('teams:invitations.title')}</h3>
        <p className="muted small">{t('teams:invitations.text')}</p>
      </div>
      {state?.made && (
        <div className="field" role="status">
          <span className="label">{t('teams:invitations.made')}</span>
          <CopyField value={state.made.link} label={t('teams:copy_link')} />
          <span className="hint">{t('teams:invitations.made_hint')}</span>
        </div>
      )}
      {rows.length > 0 && <Listed team={team} rows={rows} />}
      <details open={state !== null && !state.made}>
        <summary className="btn sm">{t('teams:invitations.new')}</summary>
        <NewInvitation team={team} state={state?.made ? null : state} />
      </details>
    </section>
  )
}

function Listed({ team, rows }: InvitationsProps) {
  const t = useText()
  const format = useFormat()
  const day = (time: string) => `${format.moment(new Date(time))} UTC`
  const text = (name: 'kind' | 'ends' | 'used' | 'made_by') => t(`teams:invitations.${name}`)
  const columns = [
    ...(['kind', 'ends', 'used', 'made_by'] as const).map((name) => ({ text: text(name) })),
    { text: t('teams:invitations.revoke'), silent: true }
  ]
  return (
    <Table label={t('teams:invitations.title')} className="cards" columns={columns}>
      {rows.map(({ id, once, expires, uses, usedBy, by, created }) => (
        <tr key={id}>
          <th scope="row">{t(once ? 'teams:invitations.once' : 'teams:invitations.many')}</th>
          <td data-label={text('ends')}>
            {expires ? <time dateTime={expires}>{day(expires)}</time> : t('teams:invitations.when_used')}
          </td>
          <td data-label={text('used')}>
            {uses === 0 ? t('teams:invitations.unused') : <UsedBy names={usedBy} uses={uses} />}
          </td>
          <td data-label={text('made_by')}>
            <span className="primary-cell">
              <bdi>{by ?? '–'}</bdi>
              <time className="sub" dateTime={created}>
                {day(created)}
              </time>
            </span>
          </td>
          <td className="end">
            <Confirm
              classes="sm ghost"
              danger
              label={t('teams:invitations.revoke')}
              question={t('teams:invitations.revoke_question')}
              confirm={t('teams:invitations.revoke')}
              action="/Teams"
              fields={{ intent: 'revoke', team, invitation: id }}
            />
          </td>
        </tr>
      ))}
    </Table>
  )
}

function UsedBy({ names, uses }: { names: string[]; uses: number }) {
  const t = useText()
  return (
    <span>
      {names.map((name, index) => (
        <span key={name}>
          {index > 0 && ', '}
          <bdi>{name}</bdi>
        </span>
      ))}
      {names.length < uses &&
        ` ${t(names.length > 0 ? 'teams:invitations.others' : 'teams:invitations.gone', { count: uses - names.length })}`}
    </span>
  )
}

/** Hours, as `format.span` tells them. */
const TIMES = [1, 6, 24, 72, 168]

function NewInvitation({ team, state }: { team: number; state: FormState | null }) {
  const t = useText()
  const format = useFormat()
  return (
    <form className="stack-16" method="post" action="/Teams#invitations">
      <FormMessage state={state} />
      <input type="hidden" name="intent" value="invitation" />
      <input type="hidden" name="team" value={team} />
      <SelectField name="hours" label={t('teams:invitations.lasts')} state={state} defaultValue="24">
        {TIMES.map((hours) => (
          <option key={hours} value={hours}>
            {format.span(hours * HOUR_MS)}
          </option>
        ))}
        <option value="">{t('teams:invitations.when_used')}</option>
      </SelectField>
      <label className="check">
        <input type="checkbox" name="once" defaultChecked={state === null || state.values.once === 'on'} />
        <span>{t('teams:invitations.once_box')}</span>
      </label>
      <div>
        <button type="submit" className="btn primary">
          {t('teams:invitations.make')}
        </button>
      </div>
    </form>
  )
}
