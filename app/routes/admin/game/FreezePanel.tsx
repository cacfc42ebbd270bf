import { Confirm } from '~/app/components/form/Confirm'
import { Field } from '~/app/components/form/Field'
import { FormMessage } from '~/app/components/form/FormMessage'
import { Panel } from '~/app/components/Panel'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { useFormState } from '~/app/request/form-state'
import type { FormState } from '~/app/request/forms'
import { inputTime } from '~/app/request/input-times'
import { MomentIn } from '../MomentIn'
import { FreezeTable } from './FreezeTable'
import { TimedReveal } from './TimedReveal'

interface FreezePanelProps {
  gameId: number
  /** Wire times; null for none. */
  freeze: string | null
  revealed: string | null
  /** Minutes after the last end; null for a reveal by hand. */
  revealAfter: number | null
  now: number
  /** The game has ended: a freeze can no longer be set. */
  ended: boolean
}

export function FreezePanel({ gameId, freeze, revealed, revealAfter, now, ended }: FreezePanelProps) {
  const t = useText()
  const { moment } = useFormat()
  const inForce = freeze !== null && revealed === null && Date.parse(freeze) <= now
  const [state, reveals] = [useFormState('freeze'), useFormState('reveals')]
  const href = `/admin/games/${gameId}/Info`
  return (
    <Panel id="freeze" title={t('admin:freeze.title')} body="stack-16">
      <p>{t('admin:freeze.text')}</p>
      {inForce && <p>{t('admin:freeze.in_force', { time: moment(new Date(freeze)) })}</p>}
      {revealed && <p>{t('admin:freeze.revealed', { time: moment(new Date(revealed)) })}</p>}
      <FormMessage
        state={inForce && state ? { ...state, message: state.errors.at ?? state.message } : state}
      />
      {!inForce && !revealed && !ended && <SetFreeze {...{ href, freeze, state }} />}
      {inForce && !ended && <LiftFreeze href={href} state={state} />}
      {!revealed && <TimedReveal href={href} minutes={revealAfter} asks={inForce && ended} state={reveals} />}
      {!revealed && <FreezeTable />}
      {inForce && (
        <div className="row">
          <Confirm
            classes="primary"
            label={t('admin:freeze.reveal')}
            question={t('admin:freeze.reveal_question')}
            confirm={t('admin:freeze.reveal')}
            action={href}
            fields={{ intent: 'reveal' }}
          />
          {ended && (
            <a className="btn" href={`/admin/games/${gameId}/Reveal`}>
              {t('ceremony:start')}
            </a>
          )}
          <a className="btn" href={`/admin/games/${gameId}/Standings`}>
            {t('admin:freeze.whole')}
          </a>
        </div>
      )}
    </Panel>
  )
}

const FORM = 'freeze-at'

interface SetFreezeProps {
  href: string
  freeze: string | null
  state: FormState | null
}

/** At a time, or at once. Forms cannot be nested: the button beside the other belongs to the form above. */
function SetFreeze({ href, freeze, state }: SetFreezeProps) {
  const t = useText()
  return (
    <>
      <form id={FORM} method="post" action={href}>
        <input type="hidden" name="intent" value="freeze" />
        <MomentIn
          name="at"
          label={t('admin:freeze.at')}
          hint={t('admin:freeze.at_hint')}
          state={state}
          value={freeze ? inputTime(freeze) : ''}
          optional
        />
      </form>
      <div className="row">
        <button type="submit" form={FORM} className="btn primary">
          {t('admin:freeze.at_save')}
        </button>
        <Confirm
          label={t('admin:freeze.now')}
          question={t('admin:freeze.now_question')}
          confirm={t('admin:freeze.now')}
          action={href}
          fields={{ intent: 'freeze', now: '1' }}
        />
      </div>
    </>
  )
}

/** While the game runs a freeze is taken back, or begins anew later (docs/rules/freeze.md#freezing). */
function LiftFreeze({ href, state }: { href: string; state: FormState | null }) {
  const t = useText()
  return (
    <div className="row">
      <Confirm
        label={t('admin:freeze.lift')}
        question={t('admin:freeze.lift_question')}
        confirm={t('admin:freeze.lift')}
        action={href}
        fields={{ intent: 'freeze', at: '' }}
      />
      <Confirm
        label={t('admin:freeze.again')}
        question={t('admin:freeze.again_question')}
        confirm={t('admin:freeze.again')}
        action={href}
        fields={{ intent: 'freeze', again: '1' }}
      >
        <Field
          name="at"
          type="datetime-local"
          step="any"
          label={t('admin:freeze.at')}
          hint={t('admin:freeze.again_hint')}
          state={state}
          required
        />
      </Confirm>
    </div>
  )
}
