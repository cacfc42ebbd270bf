import { Banner } from '~/app/components/Banner'
import { Field, SelectField } from '~/app/components/form/Field'
import { useText } from '~/app/i18n/text'
import gameTimes from '~/app/islands/game-times'
import { Island } from '~/app/islands/runtime/island'
import { useFormState } from '~/app/request/form-state'
import { NewPanel, openedFocus } from './NewPanel'
import { Setting } from './Setting'

interface NewGameProps {
  first: boolean
  /** Games that the new one can be like. */
  models: { id: number; title: string }[]
}

export function NewGame({ first, models }: NewGameProps) {
  const t = useText()
  const state = useFormState('create')
  const { title = '', start = '', end = '' } = state?.values ?? {}
  const incomplete = state !== null && !(title.trim() && start && end)
  return (
    <NewPanel
      title={t('admin:games.new')}
      href="/admin/games"
      first={first}
      note={
        <>
          {first && <p className="muted">{t('admin:games.first')}</p>}
          {incomplete && (
            <Banner tone="bad" inline>
              {t('admin:games.incomplete')}
            </Banner>
          )}
        </>
      }
      submit={t('admin:games.create')}
      more={
        <>
          <Island of={gameTimes} props={{ times: { start, end }, errors: state?.errors ?? {} }} />
          <Setting
            name="hidden"
            label={t('admin:game.hidden')}
            hint={t('admin:game.hidden_hint')}
            on={true}
            state={state}
          />
        </>
      }
    >
      <Field
        name="title"
        label={t('admin:game.title')}
        state={state}
        maxLength={200}
        required
        {...(!first && openedFocus(state))}
      />
      {models.length > 0 && (
        <SelectField
          name="like"
          label={t('admin:games.like')}
          hint={t('admin:games.like_hint')}
          state={state}
          defaultValue=""
        >
          <option value="">{t('admin:games.like_none')}</option>
          {models.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </SelectField>
      )}
    </NewPanel>
  )
}
