import { DownloadIcon } from '~/app/components/icons'
import { useText } from '~/app/i18n/text'
import { formOf, ProfileSection } from './ProfileSection'

/** What is stored of the person, to take along (docs/rules/personal-data.md). */
export function PersonalData() {
  const t = useText()
  return (
    <ProfileSection title={t('account:data.title')} text={t('account:data.text')} anchor="data">
      <form {...formOf('data')}>
        <input type="hidden" name="intent" value="data" />
        <div>
          <button type="submit" className="btn">
            <DownloadIcon />
            {t('account:data.download')}
          </button>
        </div>
        <p className="hint">{t('account:data.hint')}</p>
      </form>
    </ProfileSection>
  )
}
