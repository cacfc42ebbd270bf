import { Confirm } from '~/app/components/form/Confirm'
import { Field } from '~/app/components/form/Field'
import { FormMessage } from '~/app/components/form/FormMessage'
import { Panel } from '~/app/components/Panel'
import { useFormat } from '~/app/islands/runtime/words/format'
import { useText } from '~/app/islands/runtime/words/text'
import { useFormState } from '~/app/request/form-state'
import { type GamePause, pauseAt } from '~/server/games/constants'
import { inputTime } from '../times'

interface PausePanelProps {
  /** The page with the forms. */
  href: string
  /** The last pause, also a past one; null before the first. */
  last: GamePause | null
  now: number
}

const MINUTE = 60_000
const USUAL = 30 * MINUTE

/** Pauses and resumes a running game (docs/rules/games.md#pause). */
export function PausePanel({ href, last, now }: PausePanelProps) {
  const t = useText()
  const { moment } = useFormat()
  const state = useFormState('pause')
  const pause = pauseAt(last, now)
  const proposed = new Date(Math.ceil((now + USUAL) / MINUTE) * MINUTE).toISOString()
  return (
    <Panel title={t('admin:pause.title')} body="stack-16">
      <p>{t('admin:pause.text')}</p>
      {pause && (
        <p>
          {t('admin:pause.in_force', {
            since: moment(new Date(pause.since)),
            until: moment(new Date(pause.until))
          })}
        </p>
      )}
      <FormMessage state={state} />
      <form className="stack" method="post" action={href}>
        <input type="hidden" name="intent" value="pause" />
        <Field
          name="until"
          type="datetime-local"
          step="any"
          label={t('admin:pause.until')}
          hint={t('admin:pause.until_hint')}
          state={state}
          defaultValue={inputTime(pause?.until ?? proposed)}
        />
        <Field
          name="reason"
          label={t('admin:pause.reason')}
          hint={t('admin:pause.reason_hint')}
          state={state}
          maxLength={500}
          defaultValue={pause?.reason ?? ''}
        />
        <div className="row">
          <button type="submit" className="btn primary">
            {t(pause ? 'admin:pause.change' : 'admin:pause.submit')}
          </button>
        </div>
      </form>
      {pause && (
        <div className="row">
          <Confirm
            label={t('admin:pause.resume')}
            question={t('admin:pause.resume_question')}
            confirm={t('admin:pause.resume')}
            action={href}
            fields={{ intent: 'resume' }}
          />
        </div>
      )}
    </Panel>
  )
}
