import { type ComponentProps, type ReactNode, useId } from 'react'
import { useText } from '~/app/i18n/text'
import type { FormState } from '~/app/request/forms'
import { CircleAlertIcon, EyeIcon } from '../icons'
import { WRONG } from './wrong'

interface Common {
  name: string
  label: string
  hint?: ReactNode
  state?: FormState | null
  optional?: boolean
}

function useField({ name, hint, state, optional }: Common) {
  const t = useText()
  const id = useId()
  const error = state?.errors[name]
  const described = [error && `${id}e`, hint && `${id}h`].filter(Boolean).join(' ') || undefined
  const control = { id, name, 'aria-describedby': described, ...(error && WRONG) }
  return { id, error, control, optional: optional ? t('common:form.optional') : null }
}

function Frame({
  field,
  label,
  hint,
  children
}: {
  field: ReturnType<typeof useField>
  label: string
  hint?: ReactNode
  children: ReactNode
}) {
  return (
    <div className="field">
      <label className="label" htmlFor={field.id}>
        {label}
        {field.optional && <span className="opt">{field.optional}</span>}
      </label>
      {children}
      {field.error && (
        <span className="field-error" id={`${field.id}e`}>
          <CircleAlertIcon />
          {field.error}
        </span>
      )}
      {hint && (
        <span className="hint" id={`${field.id}h`}>
          {hint}
        </span>
      )}
    </div>
  )
}

type InputProps = Common & Omit<ComponentProps<'input'>, 'id' | 'name'>

export function Field({ label, hint, state, optional, className, ...input }: InputProps) {
  const field = useField({ name: input.name, label, hint, state, optional })
  const value = state?.values[input.name] ?? input.defaultValue
  const classes = className ? `input ${className}` : 'input'
  return (
    <Frame field={field} label={label} hint={hint}>
      {input.type === 'password' ? (
        <Password {...input} {...field.control} className={classes} />
      ) : (
        <input {...input} {...field.control} className={classes} defaultValue={value} />
      )}
    </Frame>
  )
}

function Password(input: ComponentProps<'input'> & { id: string }) {
  const t = useText()
  return (
    <div className="input-group">
      <input {...input} />
      <button
        type="button"
        className="btn icon-only js-only"
        data-reveal={input.id}
        aria-label={t('common:form.show_password')}
        aria-pressed="false"
      >
        <EyeIcon />
      </button>
    </div>
  )
}

type SelectProps = Common & Omit<ComponentProps<'select'>, 'id' | 'name'>

export function SelectField({ label, hint, state, optional, ...select }: SelectProps) {
  const field = useField({ name: select.name, label, hint, state, optional })
  return (
    <Frame field={field} label={label} hint={hint}>
      <select
        {...select}
        {...field.control}
        className="select"
        defaultValue={state?.values[select.name] ?? select.defaultValue}
      />
    </Frame>
  )
}

type TextareaProps = Common & Omit<ComponentProps<'textarea'>, 'id' | 'name'>

export function TextareaField({ label, hint, state, optional, className, ...area }: TextareaProps) {
  const field = useField({ name: area.name, label, hint, state, optional })
  return (
    <Frame field={field} label={label} hint={hint}>
      <textarea
        {...area}
        {...field.control}
        className={className ? `textarea ${className}` : 'textarea'}
        defaultValue={state?.values[area.name] ?? area.defaultValue}
      />
    </Frame>
  )
}
