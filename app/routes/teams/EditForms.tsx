import { Avatar } from '~/app/components/Avatar'
import { CircleAlertIcon, ImageIcon } from '~/app/components/icons'
import { useText } from '~/app/islands/runtime/text'
import { useFormState } from '~/app/request/form-state'
import type { TeamView } from '~/server/teams/contract'
import { TeamFields } from './Panels'

const HERE = '/Teams'

/** The captain's: picture, name and bio. */
export function EditForms({ team }: { team: TeamView }) {
  const t = useText()
  return (
    <>
      <AvatarForm team={team} />
      <form className="stack-16" method="post" action={HERE}>
        <input type="hidden" name="team" value={team.id} />
        <TeamFields team={team} intent="update" />
        <div className="row">
          <button type="submit" className="btn primary">
            {t('common:save')}
          </button>
          <a className="btn ghost" href={HERE}>
            {t('common:cancel')}
          </a>
        </div>
      </form>
    </>
  )
}

function AvatarForm({ team }: { team: TeamView }) {
  const t = useText()
  const state = useFormState('avatar')
  const error = state?.errors.file ?? state?.message
  return (
    <form method="post" action={HERE} encType="multipart/form-data">
      <input type="hidden" name="intent" value="avatar" />
      <input type="hidden" name="team" value={team.id} />
      <div className="row">
        <Avatar name={team.name ?? ''} url={team.avatar} size="s72" />
        <div className="grow field">
          <label className="drop">
            <ImageIcon />
            <span>
              <strong>{t('teams:avatar.choose')}</strong>
              {t('teams:avatar.hint')}
            </span>
            <input
              type="file"
              name="file"
              accept="image/png,image/jpeg,image/webp,image/gif"
              aria-describedby={error ? 'avatar-error' : undefined}
              aria-invalid={error ? true : undefined}
              required
            />
          </label>
          {error && (
            <span className="field-error" id="avatar-error" role="alert">
              <CircleAlertIcon />
              {error}
            </span>
          )}
        </div>
        <button type="submit" className="btn">
          {t('teams:avatar.submit')}
        </button>
      </div>
    </form>
  )
}
