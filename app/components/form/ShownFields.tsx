import { useText } from '~/app/i18n/text'
import type { FormState } from '~/app/request/forms'
import { MAX_AFFILIATION_LENGTH, MAX_WEBSITE_LENGTH } from '~/server/accounts/constants'
import { Field, SelectField } from './Field'

/** Sorted by name in the reader's language. */
export type Countries = readonly { code: string; name: string }[]

interface ShownFieldsProps {
  of?: { affiliation: string | null; website: string | null; country: string | null }
  countries: Countries
  state: FormState | null
}

/** Fields that people and teams show about themselves: affiliation, country and website (docs/rules/players.md#fields). */
export function ShownFields({ of, countries, state }: ShownFieldsProps) {
  const t = useText()
  return (
    <div className="form-grid two">
      <Field
        name="affiliation"
        label={t('account:page.affiliation')}
        hint={t('account:page.affiliation_hint')}
        state={state}
        defaultValue={of?.affiliation ?? ''}
        maxLength={MAX_AFFILIATION_LENGTH}
        autoComplete="organization"
        optional
      />
      <SelectField
        name="country"
        label={t('account:page.country')}
        state={state}
        defaultValue={of?.country ?? ''}
        autoComplete="country"
        optional
      >
        <option value="">–</option>
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <div className="wide">
        <Field
          name="website"
          label={t('account:page.website')}
          hint={t('account:page.website_hint')}
          state={state}
          defaultValue={of?.website ?? ''}
          maxLength={MAX_WEBSITE_LENGTH}
          type="url"
          autoComplete="url"
          placeholder="https://"
          optional
        />
      </div>
    </div>
  )
}
