import type { ReactNode } from 'react'
import { Field, SelectField } from '~/app/components/form/Field'
import { FormMessage } from '~/app/components/form/FormMessage'
import { CategoryIcon } from '~/app/components/game/Category'
import { useText } from '~/app/i18n/text'
import { useFormState } from '~/app/request/form-state'
import type { FormState } from '~/app/request/forms'
import { CATEGORY_COLORS, CATEGORY_ICONS, CATEGORY_LIMITS } from '~/server/categories/constants'
import type { Category } from '~/server/categories/contract'
import { CHALLENGE_CATEGORIES } from '~/server/challenges/contract'

interface CategoryFormProps {
  /** Null: a new one. */
  category: Category | null
  /** The page to which editing returns. */
  back: string
}

export function CategoryForm({ category, back }: CategoryFormProps) {
  const t = useText()
  const intent = category ? 'change' : 'add'
  const state = useFormState(intent)
  const name = (icon: string) =>
    (CHALLENGE_CATEGORIES as readonly string[]).includes(icon) ? icon : t(`categories:icon.${icon}`)
  return (
    <form className="stack-16" method="post">
      <FormMessage state={state} />
      {category && <input type="hidden" name="id" value={category.id} />}
      <div className="form-grid">
        <Field
          name="name"
          label={t('categories:name')}
          hint={t('categories:name_hint')}
          state={state}
          defaultValue={category?.name}
          maxLength={CATEGORY_LIMITS.name}
          autoComplete="off"
          required
        />
        <SelectField
          name="standsFor"
          label={t('categories:stands_for')}
          hint={t('categories:stands_for_hint')}
          state={state}
          defaultValue={category?.standsFor}
        >
          {CHALLENGE_CATEGORIES.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </SelectField>
      </div>
      <Choices
        name="color"
        label={t('categories:color_label')}
        state={state}
        chosen={category?.color ?? 'teal'}
        choices={CATEGORY_COLORS.map((color) => ({
          value: color,
          text: t(`categories:color.${color}`),
          mark: <i data-category={color} />
        }))}
      />
      <Choices
        name="icon"
        label={t('categories:icon_label')}
        state={state}
        chosen={category?.icon ?? 'Misc'}
        choices={CATEGORY_ICONS.map((icon) => ({
          value: icon,
          text: name(icon),
          mark: <CategoryIcon category={{ id: 0, name: icon, color: 'teal', icon }} />
        }))}
      />
      <div className="row">
        <button type="submit" className="btn primary" name="intent" value={intent}>
          {t(category ? 'categories:save' : 'categories:add')}
        </button>
        {category && (
          <a className="btn" href={back}>
            {t('common:cancel')}
          </a>
        )}
      </div>
    </form>
  )
}

interface ChoicesProps {
  name: string
  label: string
  state: FormState | null
  chosen: string
  choices: { value: string; text: string; mark: ReactNode }[]
}

function Choices({ name, label, state, chosen, choices }: ChoicesProps) {
  const current = state?.values[name] ?? chosen
  return (
    <fieldset className="mark-choices">
      <legend className="label">{label}</legend>
      {choices.map(({ value, text, mark }) => (
        <label key={value}>
          <input type="radio" name={name} value={value} defaultChecked={value === current} />
          {mark}
          {text}
        </label>
      ))}
    </fieldset>
  )
}
