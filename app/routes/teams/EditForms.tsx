import { PictureForm } from '~/app/components/form/PictureForm'
import type { Countries } from '~/app/components/form/ShownFields'
import { SubmitRow } from '~/app/components/form/SubmitRow'
import { useText } from '~/app/i18n/text'
import { useFormState } from '~/app/request/form-state'
import type { TeamDetails, TeamView } from '~/server/teams/contract'
import { TeamFields } from './Panels'

const HERE = '/Teams'

interface EditFormsProps extends Pick<TeamDetails, 'version'> {
  team: TeamView
  countries: Countries
}

export function EditForms({ team, version, countries }: EditFormsProps) {
  const t = useText()
  const refused = useFormState('update')
  return (
    <>
      <PictureForm
        action={HERE}
        fields={{ intent: 'avatar', team: team.id }}
        state={useFormState('avatar')}
        of={{ name: team.name ?? '', url: team.avatar }}
        words={{
          choose: t('teams:avatar.choose'),
          hint: t('teams:avatar.hint'),
          submit: t('teams:avatar.submit')
        }}
      />
      <form className="stack-16" method="post" action={HERE}>
        <input type="hidden" name="team" value={team.id} />
        <input type="hidden" name="version" value={refused?.values.version ?? version} />
        <TeamFields team={team} countries={countries} intent="update" />
        <SubmitRow back={HERE} />
      </form>
    </>
  )
}
