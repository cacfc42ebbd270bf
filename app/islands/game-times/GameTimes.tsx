import { useEffect, useId, useRef, useState } from 'react'
import { CircleAlertIcon } from '~/app/components/icons'
import { WRONG } from '~/app/components/wrong'
import { useFormat } from '../runtime/format'
import { useHydrated } from '../runtime/hydrated'
import { useLocale, useText } from '../runtime/text'
import { durationOf, momentOf, stepOf, type Times, withStart } from './times'

export interface GameTimesProps {
  times: Times
  /** Of a refused form. */
  errors: Partial<Record<keyof Times, string>>
}

/** Start and end in UTC; with script also what the clocks here show then, and an end that follows the start. */
export function GameTimes({ times: given, errors }: GameTimesProps) {
  const t = useText()
  const format = useFormat()
  const [times, setTimes] = useState(given)
  const fields = useRef<HTMLDivElement>(null)
  // Somebody, or the browser, may have filled the fields before the script came.
  useEffect(() => {
    const typed = (name: keyof Times) =>
      fields.current?.querySelector<HTMLInputElement>(`input[name=${name}]`)?.value ?? ''
    setTimes({ start: typed('start'), end: typed('end') })
  }, [])
  const duration = durationOf(times)
  const known = momentOf(times.start) !== null && momentOf(times.end) !== null
  return (
    <div className="stack">
      <div className="form-grid" ref={fields}>
        <TimeField
          name="start"
          value={times.start}
          step={stepOf(given.start)}
          error={errors.start}
          onChange={(start) => setTimes(withStart(times, start))}
        />
        <TimeField
          name="end"
          value={times.end}
          step={stepOf(given.end)}
          error={errors.end}
          onChange={(end) => setTimes({ ...times, end })}
        />
      </div>
      {known && (
        <p className="hint">
          {duration === null
            ? t('editor:times.end_first')
            : t('editor:times.duration', { duration: format.span(duration) })}
        </p>
      )}
    </div>
  )
}

interface TimeFieldProps {
  name: keyof Times
  value: string
  step?: number
  error?: string
  onChange(value: string): void
}

function TimeField({ name, value, step, error, onChange }: TimeFieldProps) {
  const t = useText()
  const id = useId()
  const here = useHere(value)
  const described = [error && `${id}e`, here && `${id}h`].filter(Boolean).join(' ') || undefined
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {t(`editor:times.${name}`)}
      </label>
      <input
        id={id}
        name={name}
        type="datetime-local"
        className="input"
        step={step}
        required
        value={value}
        onChange={(event) => onChange(event.target.value)}
        {...(error && WRONG)}
        aria-describedby={described}
      />
      {error && (
        <span className="field-error" id={`${id}e`}>
          <CircleAlertIcon />
          {error}
        </span>
      )}
      {here && (
        <span className="hint" id={`${id}h`}>
          {t('editor:times.here', { time: here })}
        </span>
      )}
    </div>
  )
}

/** A time in the reader's own zone, with its name; null where that is UTC, or not known yet. */
function useHere(field: string): string | null {
  const locale = useLocale()
  const hydrated = useHydrated()
  const moment = momentOf(field)
  if (!hydrated || moment === null || new Date(moment).getTimezoneOffset() === 0) return null
  return new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short'
  }).format(moment)
}
