import { useLoaderData } from '@remix-run/react'
import { Badge } from '~/app/components/Badge'
import { Banner } from '~/app/components/Banner'
import { Confirm } from '~/app/components/form/Confirm'
import { Field, SelectField } from '~/app/components/form/Field'
import { FormMessage } from '~/app/components/form/FormMessage'
import { TriangleAlertIcon } from '~/app/components/icons'
import { Moment } from '~/app/components/Moment'
import { Panel } from '~/app/components/Panel'
import { Table } from '~/app/components/table/Table'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { useFormState } from '~/app/request/form-state'
import { page } from '~/app/request/page'
import adminStyles from '~/app/styles/patterns/admin.css?url'
import formStyles from '~/app/styles/patterns/forms.css?url'
import { roleMay } from '~/server/access/constants'
import { STAFF_LIMITS } from '~/server/game-staff/constants'
import type { StaffMember } from '~/server/game-staff/contract'
import { AdminFrame } from '../../AdminFrame'
import { RolesTable } from '../../roles/RolesTable'
import { GameHead } from '../GameHead'
import { loadGameHead } from '../head'
import { PausePanel } from '../PausePanel'
import { FormerPanel } from './FormerPanel'
import { InvitationsPanel } from './InvitationsPanel'
import { RoleOptions } from './RoleOptions'
import { staffForms } from './staff-forms'
import { TakeOverPanel } from './TakeOverPanel'
import { gameTokenRow, TokensPanel } from './TokensPanel'

export const links = () => [adminStyles, formStyles].map((href) => ({ rel: 'stylesheet', href }))

export const loader = page('overview', async (args) => {
  const { services, ctx, t, format } = args
  const { game, heading } = await loadGameHead(args)
  const may = (action: (typeof heading.may)[number]) => heading.may.includes(action)
  // Users who may change the settings pause there.
  const pausing = heading.state === 'running' && may('pause') && !may('settings')
  const edits = may('staff')
  const [staff, tokens, invitations, templates, former] = await Promise.all([
    services.gameStaff.list(ctx, game.id),
    edits ? services.gameTokens.list(ctx, game.id) : [],
    edits ? services.gameStaff.invitations(ctx, game.id) : [],
    edits ? services.gameStaff.templates(ctx, game.id) : [],
    edits ? services.gameStaff.former(ctx, game.id) : []
  ])
  return {
    title: `${t('admin:tab.Staff')} · ${game.title}`,
    heading,
    staff,
    tokens: tokens.map((token) => gameTokenRow(token, format)),
    ...{ invitations, templates, former, edits, mails: services.mail.configured },
    byAddress: ctx.actor?.role === 'Admin',
    now: ctx.now.getTime(),
    pausing: pausing ? { last: game.pause, now: ctx.now.getTime() } : null
  }
})

export const action = staffForms

function AddPanel({ byAddress }: { byAddress: boolean }) {
  const t = useText()
  const state = useFormState('add')
  return (
    <Panel title={t('staff:add')} body="stack-16">
      <p className="muted">{t('staff:add_text', { most: STAFF_LIMITS.people })}</p>
      <FormMessage state={state} />
      <form className="stack-16" method="post">
        <div className="form-grid">
          <Field
            name="who"
            label={t(byAddress ? 'staff:who' : 'account:user_name')}
            hint={t('staff:who_hint')}
            state={state}
            maxLength={512}
            required
            autoComplete="off"
            spellCheck={false}
          />
          <SelectField name="role" label={t('staff:role_head')} state={state} defaultValue="author">
            <RoleOptions />
          </SelectField>
        </div>
        <div className="row">
          <button type="submit" className="btn primary" name="intent" value="add">
            {t('staff:add')}
          </button>
        </div>
      </form>
    </Panel>
  )
}

function RoleForm({ member: { userId, userName, role } }: { member: StaffMember }) {
  const t = useText()
  return (
    <form className="row" method="post">
      <input type="hidden" name="user" value={userId} />
      <select
        className="select sm"
        name="role"
        defaultValue={role}
        aria-label={t('staff:role_of', { name: userName })}
      >
        <RoleOptions />
      </select>
      <button type="submit" className="btn sm" name="intent" value="change">
        {t('staff:change')}
      </button>
    </form>
  )
}

/** Last visit and second factor of a member; red if the role reads flags and the account has no second factor. */
function Standing({ member: { role, seenAt, factor }, now }: { member: StaffMember; now: number }) {
  const t = useText()
  const reads = roleMay(role, 'challenges')
  return (
    <>
      <td data-label={t('staff:seen')}>{seenAt ? <Moment time={seenAt} now={now} /> : t('staff:never')}</td>
      <td data-label={t('staff:factor')}>
        {factor ? (
          <span className="muted">{t('staff:factor_there')}</span>
        ) : (
          <Badge tone={reads ? 'bad' : undefined} icon={reads ? TriangleAlertIcon : undefined}>
            {t('staff:factor_missing')}
          </Badge>
        )}
      </td>
    </>
  )
}

/** Warns about members who read flags and have no second factor. */
function Unguarded({ staff }: { staff: StaffMember[] }) {
  const t = useText()
  const names = staff.flatMap(({ role, factor, userName }) =>
    factor === false && roleMay(role, 'challenges') ? [userName] : []
  )
  if (names.length === 0) return null
  return (
    <Banner tone="warn" inline title={t('staff:unguarded', { names: names.join(', ') })}>
      {t('staff:unguarded_text')}
    </Banner>
  )
}

function Row({ member, edits, now }: { member: StaffMember; edits: boolean; now: number }) {
  const t = useText()
  const { moment } = useFormat()
  const { userId, userName, role, addedAt, addedBy } = member
  return (
    <tr>
      <th scope="row">
        <bdi>{userName}</bdi>
      </th>
      <td data-label={t('staff:role_head')}>
        {edits ? <RoleForm member={member} /> : t(`staff:role.${role}`)}
      </td>
      <td className="muted" data-label={t('staff:added')}>
        <time dateTime={addedAt}>{moment(new Date(addedAt))}</time>
        {addedBy && (
          <>
            {' · '}
            <bdi>{addedBy}</bdi>
          </>
        )}
      </td>
      {edits && <Standing member={member} now={now} />}
      {edits && (
        <td className="end">
          <Confirm
            classes="sm danger"
            danger
            label={t('staff:remove')}
            name={t('staff:remove_name', { name: userName })}
            question={t('staff:remove_question', { name: userName })}
            confirm={t('staff:remove')}
            fields={{ intent: 'remove', user: userId }}
          />
        </td>
      )}
    </tr>
  )
}

export default function Staff() {
  const { heading, staff, tokens, invitations, templates, former, edits, mails, byAddress, pausing, now } =
    useLoaderData<typeof loader>()
  const href = `/admin/games/${heading.id}/Staff`
  const t = useText()
  const label = t('admin:tab.Staff')
  const names = ['person', 'role_head', 'added', ...(edits ? ['seen', 'factor'] : [])]
  const columns = names.map((name) => ({ text: t(`staff:${name}`) }))
  const states = [useFormState('change'), useFormState('remove'), useFormState('letplay')]
  return (
    <AdminFrame>
      <GameHead heading={heading} tab="Staff" title={label} />
      <div className="stack-16">
        {states.map((state) => state && <FormMessage key={state.intent} state={state} />)}
        <Unguarded staff={staff} />
        {staff.length > 0 && (
          <Table
            label={label}
            className="cards"
            columns={edits ? [...columns, { text: t('admin:actions'), silent: true }] : columns}
          >
            {staff.map((member) => (
              <Row key={member.userId} {...{ member, edits, now }} />
            ))}
          </Table>
        )}
        {staff.length === 0 && <p className="muted">{t('staff:none')}</p>}
        {edits && <AddPanel byAddress={byAddress} />}
        {edits && <InvitationsPanel rows={invitations} mails={mails} href={href} />}
        {templates.length > 0 && <TakeOverPanel games={templates} href={href} />}
        {former.length > 0 && <FormerPanel rows={former} now={now} />}
        {edits && <TokensPanel rows={tokens} href={href} />}
        {pausing && <PausePanel href={href} {...pausing} />}
        <h2>{t('staff:roles')}</h2>
        <p className="muted">{t('staff:roles_text')}</p>
        <RolesTable />
      </div>
    </AdminFrame>
  )
}
