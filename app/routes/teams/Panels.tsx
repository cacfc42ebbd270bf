import { Avatar } from '~/app/components/Avatar'
import { Banner } from '~/app/components/Banner'
import { Field, TextareaField } from '~/app/components/form/Field'
import { FormMessage } from '~/app/components/form/FormMessage'
import { type Countries, ShownFields } from '~/app/components/form/ShownFields'
import { Panel } from '~/app/components/Panel'
import { useText } from '~/app/i18n/text'
import { useFormState } from '~/app/request/form-state'
import { MAX_TEAM_BIO_LENGTH, MAX_TEAM_NAME_LENGTH, type TeamView } from '~/server/teams/contract'

const HERE = '/Teams'

interface TeamFieldsProps {
  team?: TeamView
  countries?: Countries
  intent: 'create' | 'update'
}

/** A new team has a name and a bio; the rest is asked where it is edited. */
export function TeamFields({ team, countries = [], intent }: TeamFieldsProps) {
  const t = useText()
  const state = useFormState(intent)
  return (
    <>
      <FormMessage state={state} />
      <input type="hidden" name="intent" value={intent} />
      <Field
        name="name"
        label={t('teams:name')}
        state={state}
        defaultValue={team?.name ?? ''}
        maxLength={MAX_TEAM_NAME_LENGTH}
        autoComplete="off"
        required
      />
      <TextareaField
        name="bio"
        label={t('teams:bio')}
        hint={t('teams:bio_hint', { max: MAX_TEAM_BIO_LENGTH })}
        state={state}
        defaultValue={team?.bio ?? ''}
        maxLength={MAX_TEAM_BIO_LENGTH}
        rows={2}
        optional
      />
      {team && <ShownFields of={team} countries={countries} state={state} />}
    </>
  )
}

export function CreatePanel({ own, action }: { own: TeamView | null; action: string }) {
  const t = useText()
  return (
    <Panel title={t('teams:create')}>
      {own ? (
        <p className="muted">{t('teams:create_once', { name: own.name ?? '' })}</p>
      ) : (
        <form className="stack-16" method="post" action={action}>
          <TeamFields intent="create" />
          <button type="submit" className="btn primary">
            {t('teams:create_submit')}
          </button>
        </form>
      )}
    </Panel>
  )
}

export function JoinTeamPanel({ action }: { action: string }) {
  const t = useText()
  const state = useFormState('join')
  return (
    <Panel title={t('teams:join')}>
      <form className="stack-16" method="post" action={action}>
        <FormMessage state={state} />
        <input type="hidden" name="intent" value="join" />
        <Field
          name="code"
          label={t('teams:code')}
          hint={t('teams:join_hint')}
          state={state}
          className="mono"
          spellCheck={false}
          autoComplete="off"
          maxLength={500}
          required
        />
        <button type="submit" className="btn primary">
          {t('teams:join_submit')}
        </button>
      </form>
    </Panel>
  )
}

interface InvitePanelProps {
  code: string
  team: TeamView | null
  member: boolean
}

export function InvitePanel({ code, team, member }: InvitePanelProps) {
  const t = useText()
  if (!team) return <Banner tone="warn">{t('teams:invite.broken')}</Banner>
  if (member) return <Banner>{t('teams:invite.member', { name: team.name ?? '' })}</Banner>
  const names = team.members?.map(({ userName }) => userName).join(', ') ?? ''
  return (
    <Panel title={t('teams:invite.title')}>
      <form className="stack-16" method="post" action={HERE}>
        <input type="hidden" name="intent" value="join" />
        <input type="hidden" name="code" value={code} />
        <div className="row">
          <Avatar name={team.name ?? ''} url={team.avatar} size="s40" />
          <div>
            <strong>
              <bdi>{team.name}</bdi>
            </strong>
            <p className="muted small">
              <bdi>{names}</bdi>
            </p>
          </div>
        </div>
        <p>{t('teams:invite.text')}</p>
        <div className="row">
          <button type="submit" className="btn primary">
            {t('teams:invite.accept')}
          </button>
          <a className="btn" href={HERE}>
            {t('teams:invite.decline')}
          </a>
        </div>
      </form>
    </Panel>
  )
}
