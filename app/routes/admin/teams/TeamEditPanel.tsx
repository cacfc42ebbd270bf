import { Avatar } from '~/app/components/Avatar'
import { Confirm } from '~/app/components/form/Confirm'
import { Field } from '~/app/components/form/Field'
import { FormMessage } from '~/app/components/form/FormMessage'
import { type Countries, ShownFields } from '~/app/components/form/ShownFields'
import { SubmitRow } from '~/app/components/form/SubmitRow'
import { TrashIcon } from '~/app/components/icons'
import { Panel } from '~/app/components/Panel'
import { useText } from '~/app/i18n/text'
import type { FormState } from '~/app/request/forms'
import {
  type AdminTeamView,
  MAX_TEAM_BIO_LENGTH,
  MAX_TEAM_NAME_LENGTH,
  type TeamRemoval
} from '~/server/teams/contract'
import { Setting } from '../Setting'

interface TeamPanelProps {
  team: AdminTeamView
  countries: Countries
  removal: TeamRemoval
  href: string
  back: string
  state: FormState | null
}

export function TeamEditPanel({ team, countries, removal, href, back, state }: TeamPanelProps) {
  const t = useText()
  const name = team.name ?? ''
  const title = (
    <span className="row-tight">
      <Avatar name={name} url={team.avatar} size="s24" />
      <bdi>{name}</bdi>
    </span>
  )
  const saving = state?.intent === 'save' ? state : null
  const people = team.members?.map(({ userName }) => userName).join(', ')
  return (
    <Panel title={title} aside={t('teams:admin.number', { id: team.id })} body="stack-16">
      <p className="muted small">
        {t('teams:admin.people')} <bdi>{people}</bdi>
      </p>
      <FormMessage state={state} />
      <form className="stack-16" method="post" action={href}>
        <input type="hidden" name="intent" value="save" />
        <input type="hidden" name="team" value={team.id} />
        <input type="hidden" name="version" value={saving?.values.version ?? team.version} />
        <div className="form-grid two">
          <Field
            name="name"
            label={t('teams:name')}
            state={saving}
            defaultValue={name}
            maxLength={MAX_TEAM_NAME_LENGTH}
            autoComplete="off"
            required
          />
          <Field
            name="bio"
            label={t('teams:bio')}
            state={saving}
            defaultValue={team.bio ?? ''}
            maxLength={MAX_TEAM_BIO_LENGTH}
            autoComplete="off"
            optional
          />
        </div>
        <ShownFields of={team} countries={countries} state={saving} />
        <Setting
          name="locked"
          label={t('teams:admin.keep_locked')}
          hint={t('teams:admin.keep_locked_hint')}
          on={team.adminLocked}
          state={saving}
        />
        <SubmitRow back={back} />
      </form>
      <Deletion team={team} removal={removal} href={href} />
    </Panel>
  )
}

const GOING = ['members', 'games', 'boards', 'submissions', 'solves'] as const

function Deletion({ team, removal, href }: Pick<TeamPanelProps, 'team' | 'removal' | 'href'>) {
  const t = useText()
  const name = team.name ?? ''
  const going = GOING.filter((key) => removal[key] > 0)
  return (
    <div className="stack" id="delete">
      <h3>{t('teams:admin.delete')}</h3>
      <ul className="hint">
        {going.map((key) => (
          <li key={key}>{t(`teams:admin.going.${key}`, { count: removal[key] })}</li>
        ))}
        <li>{t('teams:admin.staying')}</li>
      </ul>
      <div className="row">
        <Confirm
          classes="danger"
          danger
          label={
            <>
              <TrashIcon />
              {t('teams:admin.delete')}
            </>
          }
          question={
            <>
              {t('teams:admin.delete_question', { name })}{' '}
              {going.map((key) => t(`teams:admin.going.${key}`, { count: removal[key] })).join(' ')}
            </>
          }
          confirm={t('teams:admin.delete')}
          action={href}
          fields={{ intent: 'remove', team: team.id }}
        />
      </div>
    </div>
  )
}
