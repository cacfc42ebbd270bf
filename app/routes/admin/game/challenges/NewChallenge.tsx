import { Field, SelectField } from '~/app/components/form/Field'
import { useText } from '~/app/i18n/text'
import { useFormState } from '~/app/request/form-state'
import type { Category } from '~/server/categories/contract'
import { CHALLENGE_LIMITS, CHALLENGE_TYPES } from '~/server/challenges/contract'
import { CategorySelect } from '../../CategorySelect'
import { NewPanel, openedFocus } from '../../NewPanel'

interface NewChallengeProps {
  href: string
  first: boolean
  /** Those of the game. */
  categories: Category[]
}

export function NewChallenge({ href, first, categories }: NewChallengeProps) {
  const t = useText()
  const state = useFormState('create')
  return (
    <NewPanel
      title={t('admin:challenges.new')}
      href={href}
      first={first}
      hint={t('admin:challenges.new_hint')}
      submit={t('admin:challenges.create')}
    >
      <Field
        name="title"
        label={t('admin:challenge.title')}
        state={state}
        maxLength={CHALLENGE_LIMITS.title}
        required
        {...(!first && openedFocus(state))}
      />
      <CategorySelect state={state} own={categories} />
      <SelectField name="type" label={t('admin:challenge.type')} state={state}>
        {CHALLENGE_TYPES.map((type) => (
          <option key={type} value={type}>
            {t(`admin:type.${type}`)}
          </option>
        ))}
      </SelectField>
    </NewPanel>
  )
}
