import { Avatar } from '~/app/components/Avatar'
import { Banner } from '~/app/components/Banner'
import { Confirm } from '~/app/components/form/Confirm'
import { CopyField } from '~/app/components/form/CopyField'
import { Field } from '~/app/components/form/Field'
import { FormMessage } from '~/app/components/form/FormMessage'
import { SubmitRow } from '~/app/components/form/SubmitRow'
import { KeyRoundIcon, TrashIcon } from '~/app/components/icons'
import { Panel } from '~/app/components/Panel'
import { useText } from '~/app/i18n/text'
import { ROLES } from '~/server/access/contract'
import type { Belongings, UserInfo } from '~/server/users/contract'
import { Setting } from '../Setting'
import type { UsersState } from './user-forms'

interface UserPanelProps {
  user: UserInfo
  joined: string
  belongings: Belongings
  factors: number
  /** The own account: role and activity cannot change. */
  own: boolean
  href: string
  back: string
  state: UsersState | null
}

export function UserPanel({ user, joined, belongings, factors, own, href, back, state }: UserPanelProps) {
  const t = useText()
  const name = user.userName ?? ''
  const title = (
    <span className="row-tight">
      <Avatar name={name} url={user.avatar} size="s24" round />
      <bdi>{name}</bdi>
    </span>
  )
  return (
    <Panel title={title} aside={t('users:joined', { day: joined })} body="stack-16">
      {user.role === 'Banned' && (
        <Banner tone="bad" inline announce={false}>
          {t('users:banned')}
        </Banner>
      )}
      <FormMessage state={state} />
      {state?.generated && (
        <div className="field">
          <span className="label">{t('users:new_password')}</span>
          <CopyField value={state.generated} label={t('users:copy_password')} />
          <span className="hint warn">{t('users:once')}</span>
        </div>
      )}
      <EditForm
        user={user}
        own={own}
        href={href}
        back={back}
        state={state?.intent === 'save' ? state : null}
      />
      {!own && <DeletionPlan belongings={belongings} />}
      <div className="row">
        <Confirm
          danger
          label={
            <>
              <KeyRoundIcon />
              {t('users:reset')}
            </>
          }
          question={t('users:reset_question', { name })}
          confirm={t('users:reset')}
          action={href}
          fields={{ intent: 'reset', user: user.id ?? '' }}
        />
        {!own && factors > 0 && (
          <Confirm
            danger
            label={t('users:factors.reset')}
            question={t('users:factors.question', { name, number: factors })}
            confirm={t('users:factors.reset')}
            action={href}
            fields={{ intent: 'factors', user: user.id ?? '' }}
          />
        )}
        <form method="post" action={href}>
          <input type="hidden" name="intent" value="data" />
          <input type="hidden" name="user" value={user.id ?? ''} />
          <button type="submit" className="btn">
            {t('account:data.download')}
          </button>
        </form>
        {!own && (
          <Confirm
            danger
            label={t('users:erase.label')}
            question={t('users:erase.question', { name })}
            confirm={t('users:erase.label')}
            action={href}
            fields={{ intent: 'erase', user: user.id ?? '' }}
          />
        )}
        {!own && belongings.captainOf === null && <Deletion user={user} href={href} />}
      </div>
    </Panel>
  )
}

type EditFormProps = Omit<UserPanelProps, 'joined' | 'belongings' | 'factors'>

function EditForm({ user, own, href, back, state }: EditFormProps) {
  const t = useText()
  const field = (name: 'userName' | 'email' | 'realName' | 'phone' | 'stdNumber' | 'bio', max: number) => ({
    name,
    label: t(`users:field.${name}`),
    state,
    defaultValue: user[name] ?? '',
    maxLength: max,
    autoComplete: 'off'
  })
  const role = state?.values.role ?? user.role
  return (
    <form className="stack-16" method="post" action={href}>
      <input type="hidden" name="intent" value="save" />
      <input type="hidden" name="user" value={user.id ?? ''} />
      <input type="hidden" name="version" value={state?.values.version ?? user.version} />
      <div className="form-grid two">
        <Field {...field('userName', 15)} required />
        <Field {...field('email', 254)} type="email" required />
        <Field {...field('realName', 128)} optional />
        <Field {...field('phone', 64)} optional />
        <Field {...field('stdNumber', 64)} optional className="mono" />
        <Field {...field('bio', 128)} optional />
      </div>
      {own ? (
        <>
          <input type="hidden" name="emailConfirmed" value="on" />
          <p className="hint">{t('users:own')}</p>
        </>
      ) : (
        <>
          <fieldset className="stack">
            <legend className="label">{t('users:column.role')}</legend>
            <div className="segmented">
              {ROLES.map((one) => (
                <label key={one}>
                  <input type="radio" name="role" value={one} defaultChecked={one === role} />
                  {t(`users:role.${one}`)}
                </label>
              ))}
            </div>
            <span className="hint">{t('users:role_hint')}</span>
          </fieldset>
          <Setting
            name="emailConfirmed"
            label={t('users:active')}
            hint={t('users:active_hint')}
            on={user.emailConfirmed ?? false}
            state={state}
          />
        </>
      )}
      <SubmitRow back={back} />
    </form>
  )
}

/** First what is deleted, then what stays. */
const COUNTED = ['teams', 'registrations', 'running', 'withdrawn', 'emptied', 'submissions', 'posts'] as const

function DeletionPlan({ belongings }: { belongings: Belongings }) {
  const t = useText()
  if (belongings.captainOf !== null)
    return (
      <p className="hint" id="delete">
        {t('users:captain', { team: belongings.captainOf })}
      </p>
    )
  return (
    <div className="hint" id="delete">
      <p>{t('users:delete.plan')}</p>
      <ul>
        <li>{t('users:delete.account')}</li>
        {COUNTED.filter((key) => belongings[key] > 0).map((key) => (
          <li key={key}>{t(`users:delete.${key}`, { count: belongings[key] })}</li>
        ))}
      </ul>
    </div>
  )
}

function Deletion({ user, href }: Pick<UserPanelProps, 'user' | 'href'>) {
  const t = useText()
  return (
    <Confirm
      classes="danger"
      danger
      label={
        <>
          <TrashIcon />
          {t('users:delete_user')}
        </>
      }
      question={t('users:delete_question', { name: user.userName ?? '' })}
      confirm={t('users:delete_user')}
      action={href}
      fields={{ intent: 'remove', user: user.id ?? '' }}
    />
  )
}
