import { Fragment } from 'react'
import { Banner } from '~/app/components/Banner'
import { SelectField } from '~/app/components/form/Field'
import { FormMessage } from '~/app/components/form/FormMessage'
import { Panel } from '~/app/components/Panel'
import { useText } from '~/app/i18n/text'
import { useFormState } from '~/app/request/form-state'
import type { FormState } from '~/app/request/forms'
import type { TemplateGame } from '~/server/game-staff'
import { STAFF_LIMITS } from '~/server/game-staff/constants'
import type { TakenOverStaff } from '~/server/game-staff/contract'

/** `taken`: what became of the people of the other game, shown by this answer alone. */
export interface TakenOverState extends FormState {
  taken?: TakenOverStaff
}

/** The staff of another game as a template (docs/rules/game-staff.md#another-games-staff). */
export function TakeOverPanel({ games, href }: { games: TemplateGame[]; href: string }) {
  const t = useText()
  const state = useFormState('takeover') as TakenOverState | null
  return (
    <Panel title={t('staff:take_over.title')} body="stack-16">
      <p className="muted">{t('staff:take_over.text')}</p>
      {state?.taken ? <Taken {...state.taken} /> : <FormMessage state={state} />}
      <form className="stack-16" method="post" action={href}>
        <SelectField
          name="from"
          label={t('staff:take_over.game')}
          state={state?.taken ? null : state}
          defaultValue=""
          required
        >
          <option value="">{t('staff:take_over.choose')}</option>
          {games.map(({ id, title, people }) => (
            <option key={id} value={id}>
              {`${title} (${people})`}
            </option>
          ))}
        </SelectField>
        <div className="row">
          <button type="submit" className="btn" name="intent" value="takeover">
            {t('staff:take_over.submit')}
          </button>
        </div>
      </form>
    </Panel>
  )
}

function Taken({ added, skipped }: TakenOverStaff) {
  const t = useText()
  const reasons = [
    ['already', skipped.already, 0],
    ['inactive', skipped.inactive, 0],
    ['plays', skipped.plays, 0],
    ['limit', skipped.limit, STAFF_LIMITS.people],
    ['person_limit', skipped.personLimit, STAFF_LIMITS.games]
  ] as const
  return (
    <Banner tone={added > 0 ? 'ok' : 'info'} title={t('staff:take_over.done')} inline>
      {t('staff:take_over.added', { n: added })}
      {reasons.map(
        ([reason, n, most]) =>
          n > 0 && (
            <Fragment key={reason}>
              <br />
              {t(`staff:take_over.${reason}`, { n, most })}
            </Fragment>
          )
      )}
    </Banner>
  )
}
