import { Confirm } from '~/app/components/form/Confirm'
import { FileDrop, PICTURES } from '~/app/components/form/FileDrop'
import { Logo } from '~/app/components/shell/Logo'
import { ImageIcon } from '~/app/components/staff-icons'
import { useText } from '~/app/i18n/text'
import { useFormState } from '~/app/request/form-state'
import { SettingsSection } from './Sections'

export function LogoForm({ url }: { url: string | null }) {
  const t = useText()
  const state = useFormState('logo')
  return (
    <SettingsSection name="logo">
      <form method="post" action="/admin/Settings" encType="multipart/form-data">
        <input type="hidden" name="intent" value="logo" />
        <div className="row">
          <span className="logo-tile">{url ? <img src={url} alt="" /> : <Logo />}</span>
          <div className="grow">
            <FileDrop
              icon={ImageIcon}
              title={t('admin:settings.logo.choose')}
              hint={t('admin:settings.logo.hint')}
              error={state?.errors.file ?? state?.message}
              name="file"
              accept={PICTURES}
              required
            />
          </div>
          <button type="submit" className="btn">
            {t('admin:settings.logo.submit')}
          </button>
        </div>
      </form>
      {url && (
        <Confirm
          label={t('admin:settings.logo.reset')}
          question={t('admin:settings.logo.reset_question')}
          confirm={t('admin:settings.logo.reset')}
          action="/admin/Settings"
          fields={{ intent: 'logoReset' }}
        />
      )}
    </SettingsSection>
  )
}
