import { Field, SelectField, TextareaField } from '~/app/components/form/Field'
import { useText } from '~/app/islands/runtime/words/text'
import type { FormState } from '~/app/request/forms'
import { FORMULAS, PLACE_POINTS, SEASON_LIMITS } from '~/server/seasons/constants'
import type { SeasonEdit } from '~/server/seasons/contract'

/** Of a new season, or of one that is edited. */
export function SeasonFields({ season, state }: { season?: SeasonEdit; state: FormState | null }) {
  const t = useText()
  const { title = '', formula = 'places', placePoints = PLACE_POINTS, best = null } = season ?? {}
  return (
    <>
      <Field
        name="title"
        label={t('seasons:edit.title')}
        state={state}
        defaultValue={title}
        maxLength={SEASON_LIMITS.title}
        required
      />
      <SelectField name="formula" label={t('seasons:edit.formula')} state={state} defaultValue={formula}>
        {FORMULAS.map((one) => (
          <option key={one} value={one}>
            {t(`seasons:formula.${one}`)}
          </option>
        ))}
      </SelectField>
      <TextareaField
        name="placePoints"
        label={t('seasons:edit.places')}
        hint={t('seasons:edit.places_hint', { most: SEASON_LIMITS.places })}
        state={state}
        defaultValue={placePoints.join(', ')}
        rows={3}
        spellCheck={false}
      />
      <Field
        name="best"
        label={t('seasons:edit.best')}
        hint={t('seasons:edit.best_hint')}
        state={state}
        defaultValue={best ?? ''}
        inputMode="numeric"
        maxLength={2}
        optional
      />
    </>
  )
}
