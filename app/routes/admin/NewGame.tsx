import { Field } from '~/app/components/Field'
import { FormMessage } from '~/app/components/FormMessage'
import { useText } from '~/app/islands/runtime/text'
import { useFormState } from '~/app/request/form-state'

/** Title and times make a game; everything else follows on its page. */
export function NewGame({ first }: { first: boolean }) {
  const t = useText()
  const state = useFormState('create')
  return (
    <section className="panel" aria-labelledby="new">
      <header>
        <h2 id="new">{t('admin:games.new')}</h2>
      </header>
      <form className="panel-body stack-16" method="post" action="/admin/games?new">
        {first && <p className="muted">{t('admin:games.first')}</p>}
        <FormMessage state={state} />
        <input type="hidden" name="intent" value="create" />
        <div className="form-grid">
          <Field name="title" label={t('admin:game.title')} state={state} maxLength={200} required />
          <Field name="start" type="datetime-local" label={t('admin:game.start')} state={state} required />
          <Field name="end" type="datetime-local" label={t('admin:game.end')} state={state} required />
        </div>
        <p className="hint">{t('admin:games.utc')}</p>
        <div className="row">
          <button type="submit" className="btn primary">
            {t('admin:games.create')}
          </button>
          {!first && (
            <a className="btn ghost" href="/admin/games">
              {t('common:cancel')}
            </a>
          )}
        </div>
      </form>
    </section>
  )
}
