import { TextareaField } from '~/app/components/form/Field'
import { FormMessage } from '~/app/components/form/FormMessage'
import { Panel } from '~/app/components/Panel'
import { useText } from '~/app/i18n/text'
import { useFormState } from '~/app/request/form-state'
import { LISTED_DAYS, MAX_LINE_LENGTH } from '~/server/teams/finding/constants'

/** Lists the reader as looking for a team. `own`: the text; null: not listed. */
export function SeekTeamForm({ own }: { own: string | null }) {
  const t = useText()
  const state = useFormState('seek')
  const on = state ? state.values.on !== undefined : own !== null
  return (
    <Panel title={t('teams:find.seek')}>
      <form className="stack-16" method="post" action="/Teams/Find">
        <FormMessage state={state} />
        <input type="hidden" name="intent" value="seek" />
        <label className="check">
          <input type="checkbox" name="on" defaultChecked={on} />
          <span>{t('teams:find.seek_on')}</span>
        </label>
        <p className="hint">{t('teams:find.seek_hint', { count: LISTED_DAYS })}</p>
        <TextareaField
          name="text"
          label={t('teams:find.about')}
          hint={t('teams:find.about_hint', { max: MAX_LINE_LENGTH })}
          state={state}
          defaultValue={own ?? ''}
          maxLength={MAX_LINE_LENGTH}
          rows={3}
          optional
        />
        <div>
          <button type="submit" className="btn">
            {t('common:save')}
          </button>
        </div>
      </form>
    </Panel>
  )
}
