import { useText } from '~/app/i18n/text'
import type { useFormState } from '~/app/request/form-state'
import { TICKET_LIMITS } from '~/server/tickets/constants'
import { Field, TextareaField } from './Field'

interface MessageFieldsProps {
  state: ReturnType<typeof useFormState>
  /** Below the text. */
  hint: string
}

/** Title and text of a new ticket or message. */
export function MessageFields({ state, hint }: MessageFieldsProps) {
  const t = useText()
  return (
    <>
      <Field
        name="title"
        label={t('help:title')}
        state={state}
        maxLength={TICKET_LIMITS.title}
        required
        autoComplete="off"
      />
      <TextareaField
        name="text"
        label={t('help:text')}
        hint={hint}
        state={state}
        rows={6}
        maxLength={TICKET_LIMITS.text}
        required
        spellCheck
      />
    </>
  )
}
