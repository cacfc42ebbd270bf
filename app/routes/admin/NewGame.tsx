import { Field } from '~/app/components/Field'
import { useText } from '~/app/islands/runtime/text'
import { useFormState } from '~/app/request/form-state'
import { NewPanel } from './NewPanel'

/** Title and times make a game. */
export function NewGame({ first }: { first: boolean }) {
  const t = useText()
  const state = useFormState('create')
  return (
    <NewPanel
      title={t('admin:games.new')}
      href="/admin/games"
      first={first}
      note={first && <p className="muted">{t('admin:games.first')}</p>}
      hint={t('admin:games.utc')}
      submit={t('admin:games.create')}
    >
      <Field name="title" label={t('admin:game.title')} state={state} maxLength={200} required />
      <Field name="start" type="datetime-local" label={t('admin:game.start')} state={state} required />
      <Field name="end" type="datetime-local" label={t('admin:game.end')} state={state} required />
    </NewPanel>
  )
}
