import type { FormEvent, ReactNode } from 'react'
import { Confirm } from '~/app/components/form/Confirm'
import { useText } from '~/app/i18n/text'
import { usePage } from '../page'
import { hrefOf } from '../query'
import type { Intent } from './use-instances'

interface ActsProps {
  onAct(intent: Intent): void
  children: ReactNode
}

export function Acts({ onAct, children }: ActsProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const form = event.target as HTMLFormElement
    // The confirmation has been given.
    form.closest<HTMLElement & { hidePopover?(): void }>('[popover]')?.hidePopover?.()
    onAct(new FormData(form).get('intent') as Intent)
  }
  return (
    <div className="acts" onSubmit={submit}>
      {children}
    </div>
  )
}

export interface Sent {
  /** Intent in flight; null without one. */
  intent: Intent | null
  blocked: boolean
}

interface ActProps {
  intent: Intent
  classes?: string
  sent: Sent
  /** Disabled for a reason that the box states. */
  barred?: boolean
  why?: string
  /** Asks for confirmation; null: no confirmation. */
  question?: ReactNode
  children: ReactNode
}

export function Act({ intent, classes = '', sent, barred = false, why, question, children }: ActProps) {
  const t = useText()
  const { gameId, query } = usePage()
  const action = hrefOf(gameId, { ...query, submission: null })
  const fields = { intent, challengeId: query.open ?? 0 }
  if (question)
    return (
      <Confirm
        label={children}
        question={question}
        confirm={t('instances:box.stop')}
        action={action}
        fields={fields}
        classes={`sm ${classes}`}
        danger
      />
    )
  return (
    <form method="post" action={action}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button
        type="submit"
        className={`btn sm ${classes}`}
        disabled={barred}
        // Does not use `disabled`, so that the button keeps the focus.
        aria-disabled={sent.blocked || undefined}
        data-pending={sent.intent === intent || undefined}
        aria-describedby={why}
      >
        {children}
      </button>
    </form>
  )
}
