import { Field, SelectField } from '~/app/components/Field'
import { FormMessage } from '~/app/components/FormMessage'
import { useText } from '~/app/islands/runtime/text'
import { useFormState } from '~/app/request/form-state'
import { CHALLENGE_CATEGORIES, CHALLENGE_LIMITS } from '~/server/challenges/contract'

/** Title and category make a challenge; it is disabled until it has a flag. */
export function NewChallenge({ href, first }: { href: string; first: boolean }) {
  const t = useText()
  const state = useFormState('create')
  return (
    <section className="panel" aria-labelledby="new">
      <header>
        <h2 id="new">{t('admin:challenges.new')}</h2>
      </header>
      <form className="panel-body stack-16" method="post" action={`${href}?new`}>
        <FormMessage state={state} />
        <input type="hidden" name="intent" value="create" />
        <div className="form-grid">
          <Field
            name="title"
            label={t('admin:challenge.title')}
            state={state}
            maxLength={CHALLENGE_LIMITS.title}
            required
          />
          <SelectField name="category" label={t('admin:challenge.category')} state={state}>
            {CHALLENGE_CATEGORIES.map((category) => (
              <option key={category}>{category}</option>
            ))}
          </SelectField>
        </div>
        <p className="hint">{t('admin:challenges.new_hint')}</p>
        <div className="row">
          <button type="submit" className="btn primary">
            {t('admin:challenges.create')}
          </button>
          {!first && (
            <a className="btn ghost" href={href}>
              {t('common:cancel')}
            </a>
          )}
        </div>
      </form>
    </section>
  )
}
