import { FormMessage } from '~/app/components/form/FormMessage'
import { type Countries, ShownFields } from '~/app/components/form/ShownFields'
import { useText } from '~/app/i18n/text'
import { useFormState } from '~/app/request/form-state'
import { PAGE_VISIBILITIES } from '~/server/accounts/constants'
import type { OwnProfileView } from '~/server/accounts/contract'
import { formOf, ProfileSection } from './ProfileSection'

interface PlayerPageProps {
  profile: OwnProfileView
  countries: Countries
}

/** What others see of the person, and who they are (docs/rules/players.md). */
export function PlayerPage({ profile, countries }: PlayerPageProps) {
  const t = useText()
  const state = useFormState('page')
  const chosen = state?.values.pageVisibility ?? profile.pageVisibility
  return (
    <ProfileSection title={t('account:page.title')} text={t('account:page.text')} anchor="page">
      <form {...formOf('page')}>
        <FormMessage state={state} />
        <input type="hidden" name="intent" value="page" />
        <fieldset className="stack">
          <legend className="label">{t('account:page.who')}</legend>
          <div className="choice-row">
            {PAGE_VISIBILITIES.map((one) => (
              <label className="choice" key={one}>
                <input type="radio" name="pageVisibility" value={one} defaultChecked={one === chosen} />
                <span>
                  <b>{t(`account:page.${one}`)}</b>
                  <span className="hint">{t(`account:page.${one}_hint`)}</span>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
        <ShownFields of={profile} countries={countries} state={state} />
        <div className="row">
          <button type="submit" className="btn primary">
            {t('account:page.save')}
          </button>
          <a href={`/players/${profile.userId}`}>{t('account:page.look')}</a>
        </div>
      </form>
    </ProfileSection>
  )
}
