import { useEffect, useId, useRef, useState } from 'react'
import { WRONG } from '~/app/components/form/wrong'
import { CircleAlertIcon } from '~/app/components/icons'
import { useLocale, useText } from '~/app/i18n/text'
import { useWidget, write } from '~/app/ui/use-widget'
import { formatFieldTime, parseFieldTime, stepOf } from '../game-times/times'
import { UTC, useZone } from '../game-times/use-zone'
import { writtenMoment } from '../game-times/written-moment'

interface MomentProps {
  name: string
  label: string
  hint?: string
  /** As the field holds it, in UTC; '' for none. */
  value: string
  error?: string
  required?: boolean
  optional?: boolean
}

/** A moment in UTC: a field of the browser without script, parts with a calendar with it. */
export function Moment({ name, label, hint, value, error, required, optional }: MomentProps) {
  const t = useText()
  const locale = useLocale()
  const id = useId()
  const { place, widget } = useWidget(() => import('~/app/ui/MomentField'))
  const field = useRef<HTMLInputElement>(null)
  const [moment, setMoment] = useState(() => parseFieldTime(value))
  const { own } = useZone()
  // The reader or the browser may have filled the field before the script ran.
  useEffect(() => setMoment(parseFieldTime(field.current!.value)), [])
  const change = (next: number | null) => {
    setMoment(next)
    write(field.current!, next === null ? '' : formatFieldTime(next))
  }
  const elsewhere = moment === null || own === UTC ? null : writtenMoment(locale, moment, own)
  const described = [error && `${id}e`, hint && `${id}h`].filter(Boolean).join(' ') || undefined
  const opt = optional ? t('common:form.optional') : null
  return (
    <div {...place}>
      <div className="field" hidden={widget !== null}>
        <label className="label" htmlFor={id}>
          {label}
          {opt && <span className="opt">{opt}</span>}
        </label>
        <input
          ref={field}
          id={id}
          name={name}
          type="datetime-local"
          className="input"
          step={stepOf(value) ?? 'any'}
          // The browser cannot point at a hidden field, so the server reports a missing value.
          required={required && !widget}
          defaultValue={value}
          // Typed before the parts take its place.
          onInput={({ currentTarget }) => setMoment(parseFieldTime(currentTarget.value))}
          aria-describedby={described}
          {...(error && WRONG)}
        />
        {error && !widget && (
          <span className="field-error" id={`${id}e`}>
            <CircleAlertIcon />
            {error}
          </span>
        )}
        {hint && !widget && (
          <span className="hint" id={`${id}h`}>
            {hint}
          </span>
        )}
      </div>
      {widget && (
        <widget.MomentField
          {...{ locale, label, moment, error, opt }}
          calendar={t('widgets:choose_day', { label })}
          zone={UTC}
          precision={value.length > 'YYYY-MM-DDTHH:mm'.length ? 'second' : 'minute'}
          onChange={change}
          hint={[hint, elsewhere].filter(Boolean).join(' · ') || null}
        />
      )}
    </div>
  )
}
