import { Confirm } from '~/app/components/form/Confirm'
import { CopyField } from '~/app/components/form/CopyField'
import { RefreshIcon } from '~/app/components/staff-icons'
import { useText } from '~/app/i18n/text'

interface InviteProps {
  team: number
  code: string
  link: string
}

export function Invite({ team, code, link }: InviteProps) {
  const t = useText()
  return (
    <div className="stack-16">
      <div className="form-grid two">
        <div className="field">
          <span className="label">{t('teams:code')}</span>
          <CopyField value={code} label={t('teams:copy_code')} />
          <span className="hint">{t('teams:code_hint')}</span>
        </div>
        <div className="field">
          <span className="label">{t('teams:link')}</span>
          <CopyField value={link} label={t('teams:copy_link')} />
          <span className="hint">{t('teams:link_hint')}</span>
        </div>
      </div>
      <div>
        <Confirm
          classes="sm"
          label={
            <>
              <RefreshIcon />
              {t('teams:renew')}
            </>
          }
          question={t('teams:renew_question')}
          confirm={t('teams:renew')}
          action="/Teams"
          fields={{ intent: 'renew', team }}
        />
      </div>
    </div>
  )
}
