import type { ReactNode } from 'react'
import { useFormState } from '~/app/request/form-state'
import { TextareaField } from './Field'
import { FormMessage } from './FormMessage'

interface TextFormProps {
  /** The intent of the form's button, and of the state that a refusal brings back. */
  intent: string
  /** The name of the field. */
  name?: string
  label: string
  hint?: string
  /** The label of the button. */
  send: string
  /** Characters. */
  most: number
  rows?: number
  defaultValue?: string
  /** The form is the main purpose of the page. */
  primary?: boolean
  className?: string
  /** Hidden fields. */
  children?: ReactNode
}

/** A form that sends one required text. */
export function TextForm({
  intent,
  name = 'text',
  label,
  hint,
  send,
  most,
  rows = 3,
  defaultValue,
  primary = false,
  className = '',
  children
}: TextFormProps) {
  const state = useFormState(intent)
  return (
    <form className={`stack-16 ${className}`.trim()} method="post">
      <FormMessage state={state} />
      {children}
      <TextareaField
        {...{ name, label, hint, state, rows, defaultValue }}
        maxLength={most}
        required
        spellCheck
      />
      <button type="submit" className={primary ? 'btn primary' : 'btn'} name="intent" value={intent}>
        {send}
      </button>
    </form>
  )
}
