import { Field, SelectField } from '~/app/components/form/Field'
import { FormMessage } from '~/app/components/form/FormMessage'
import { useText } from '~/app/i18n/text'
import { Island } from '~/app/islands/runtime/island'
import tagField from '~/app/islands/tag-field'
import { emptyState } from '~/app/request/form-state'
import type { FormState } from '~/app/request/forms'
import { INCIDENT_DECAY, INCIDENT_SOLVES } from '~/server/corrections/constants'
import { MomentIn } from '../../MomentIn'
import { FORM_KINDS, type FormKind } from './correction-query'

interface CorrectionFormProps {
  gameId: number
  kind: FormKind
  challenges: { id: number; title: string }[]
  /** Names to choose from. */
  teams: readonly string[]
  divisions: readonly string[]
  state: FormState | null
}

const NONE = emptyState()

/** A new end, for one division or all. */
function Extension({ divisions, state }: { divisions: readonly string[]; state: FormState }) {
  const t = useText()
  return (
    <>
      {divisions.length > 0 && (
        <SelectField name="division" label={t('corrections:division')} state={state}>
          <option value="">{t('corrections:whole_game')}</option>
          {divisions.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
      )}
      <MomentIn
        name="end"
        label={t('corrections:division_end')}
        hint={t('corrections:utc')}
        state={state}
        required
      />
    </>
  )
}

/** Form of a correction; leads to a preview. By GET, so that a preview has an address. */
export function CorrectionForm({
  gameId,
  kind,
  challenges,
  teams: known,
  divisions,
  state
}: CorrectionFormProps) {
  const t = useText()
  const base = `/admin/games/${gameId}/Corrections`
  const shown = state ?? NONE
  const everyTeam = kind === 'void' || kind === 'hints'
  const challenge = (
    <SelectField name="challenge" label={t('corrections:challenge')} state={shown} required>
      {kind === 'rejudge' || kind === 'incident' ? (
        <option value="all">{t('corrections:every_challenge')}</option>
      ) : (
        <option value="">{t('corrections:choose_challenge')}</option>
      )}
      {challenges.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </SelectField>
  )
  const teams = (
    <Island
      of={tagField}
      props={{
        name: 'teams',
        label: t('corrections:teams'),
        hint: everyTeam ? t('corrections:teams_all_hint') : undefined,
        known,
        separator: 'line',
        value: shown.values.teams ?? '',
        error: shown.errors.teams
      }}
    />
  )
  const incident = kind === 'incident'
  const time = (name: 'at' | 'from' | 'to', hint: string) => (
    <MomentIn
      name={name}
      label={t(`corrections:${name}`)}
      hint={t(hint)}
      state={shown}
      optional={!incident}
      required={incident}
    />
  )
  const choice = (name: 'solves' | 'decay', values: readonly string[]) => (
    <SelectField name={name} label={t(`corrections:incident.${name}`)} state={shown}>
      {values.map((value) => (
        <option key={value} value={value}>
          {t(`corrections:incident.${value}`)}
        </option>
      ))}
    </SelectField>
  )
  return (
    <>
      <nav aria-label={t('corrections:kind_label')}>
        <ul className="kinds">
          {FORM_KINDS.map((one) => (
            <li key={one}>
              <a href={`${base}?kind=${one}#new`} aria-current={one === kind ? 'true' : undefined}>
                {t(`corrections:kind.${one}`)}
              </a>
              {one === kind && <p className="hint">{t(`corrections:about.${one}`)}</p>}
            </li>
          ))}
        </ul>
      </nav>
      <form className="stack-16" method="get" action={`${base}/Preview`}>
        <FormMessage state={state} />
        <input type="hidden" name="kind" value={kind} />
        {kind === 'extension' && <Extension divisions={divisions} state={shown} />}
        {kind !== 'award' && kind !== 'extension' && challenge}
        {kind !== 'rejudge' && kind !== 'extension' && !incident && teams}
        {kind === 'award' && (
          <Field
            name="points"
            label={t('corrections:points')}
            state={shown}
            className="num"
            inputMode="numeric"
            required
          />
        )}
        {kind === 'solve' && time('at', 'corrections:at_hint')}
        {(kind === 'void' || incident) && (
          <div className="form-grid">
            {time('from', 'corrections:utc')}
            {time('to', 'corrections:utc')}
          </div>
        )}
        {incident && choice('solves', INCIDENT_SOLVES)}
        {incident && choice('decay', INCIDENT_DECAY)}
        {incident && (
          <Field
            name="instanceMinutes"
            label={t('corrections:incident.minutes')}
            hint={t('corrections:incident.minutes_hint')}
            state={shown}
            className="num"
            inputMode="numeric"
            optional
          />
        )}
        <button type="submit" className="btn">
          {t('corrections:preview')}
        </button>
      </form>
    </>
  )
}
