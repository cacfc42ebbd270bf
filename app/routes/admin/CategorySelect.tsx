import { SelectField } from '~/app/components/form/Field'
import { useText } from '~/app/i18n/text'
import type { FormState } from '~/app/request/forms'
import type { Category } from '~/server/categories/contract'
import { CHALLENGE_CATEGORIES } from '~/server/challenges/contract'
import { ownCategoryValue } from './category-value'

interface CategorySelectProps {
  state: FormState | null
  /** Categories of the game. */
  own: readonly Pick<Category, 'id' | 'name'>[]
  defaultValue?: string
}

/** Chooses one of the thirteen categories, or one of the game; `categoryIn` reads it. */
export function CategorySelect({ state, own, defaultValue }: CategorySelectProps) {
  const t = useText()
  const standard = CHALLENGE_CATEGORIES.map((category) => <option key={category}>{category}</option>)
  return (
    <SelectField name="category" label={t('admin:challenge.category')} {...{ state, defaultValue }}>
      {own.length === 0 ? (
        standard
      ) : (
        <>
          <optgroup label={t('categories:standard')}>{standard}</optgroup>
          <optgroup label={t('categories:own')}>
            {own.map(({ id, name }) => (
              <option key={id} value={ownCategoryValue(id)}>
                {name}
              </option>
            ))}
          </optgroup>
        </>
      )}
    </SelectField>
  )
}
