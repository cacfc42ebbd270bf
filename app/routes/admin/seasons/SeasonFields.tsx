import { Field, SelectField, TextareaField } from '~/app/components/form/Field'
import { useText } from '~/app/i18n/text'
import type { FormState } from '~/app/request/forms'
import { FORMULAS, PLACE_POINTS, SEASON_LIMITS } from '~/server/seasons/constants'
import type { SeasonEdit } from '~/server/seasons/contract'
import { openedFocus } from '../NewPanel'

interface SeasonFieldsProps {
  /** Absent: a new one. */
  season?: SeasonEdit
  state: FormState | null
}

export function SeasonFields({ season, state }: SeasonFieldsProps) {
  const t = useText()
  const { title = '', formula = 'places', best = null } = season ?? {}
  return (
    <>
      <Field
        name="title"
        label={t('seasons:edit.title')}
        state={state}
        defaultValue={title}
        maxLength={SEASON_LIMITS.title}
        required
        {...(!season && openedFocus(state))}
      />
      <SelectField name="formula" label={t('seasons:edit.formula')} state={state} defaultValue={formula}>
        {FORMULAS.map((one) => (
          <option key={one} value={one}>
            {t(`seasons:formula.${one}`)}
          </option>
        ))}
      </SelectField>
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

export function PlacePointsField({ season, state }: SeasonFieldsProps) {
  const t = useText()
  const placePoints = season?.placePoints ?? PLACE_POINTS
  return (
    <TextareaField
      name="placePoints"
      label={t('seasons:edit.places')}
      hint={t('seasons:edit.places_hint', { most: SEASON_LIMITS.places })}
      state={state}
      defaultValue={placePoints.join(', ')}
      rows={2}
      spellCheck={false}
    />
  )
}
