import { Confirm } from '~/app/components/form/Confirm'
import { Field } from '~/app/components/form/Field'
import { FormMessage } from '~/app/components/form/FormMessage'
import { useText } from '~/app/i18n/text'
import type { FormState } from '~/app/request/forms'

interface TimedRevealProps {
  href: string
  /** Minutes after the last end; null for a reveal by hand. */
  minutes: number | null
  /** The game has ended and its board is frozen, so that it may be revealed at once. */
  asks: boolean
  state: FormState | null
}

/** The board may show everything by itself (docs/rules/freeze.md#reveal). */
export function TimedReveal({ href, minutes, asks, state }: TimedRevealProps) {
  const t = useText()
  const field = (
    <Field
      name="revealAfter"
      className="num"
      inputMode="numeric"
      label={t('admin:freeze.after')}
      hint={t('admin:freeze.after_hint')}
      state={state}
      defaultValue={minutes === null ? '' : String(minutes)}
      optional
    />
  )
  if (asks)
    return (
      <>
        <FormMessage state={state && { ...state, message: state.errors.revealAfter ?? state.message }} />
        <div className="row">
          <Confirm
            label={t('admin:freeze.after_save')}
            question={t('admin:freeze.after_question')}
            confirm={t('admin:freeze.after_save')}
            action={href}
            fields={{ intent: 'reveals' }}
          >
            {field}
          </Confirm>
        </div>
      </>
    )
  return (
    <form className="stack" method="post" action={href}>
      <FormMessage state={state} />
      {field}
      <div className="row">
        <button type="submit" className="btn" name="intent" value="reveals">
          {t('admin:freeze.after_save')}
        </button>
      </div>
    </form>
  )
}
