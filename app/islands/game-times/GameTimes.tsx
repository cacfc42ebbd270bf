import { useEffect, useId, useRef, useState } from 'react'
import { WRONG } from '~/app/components/form/wrong'
import { CircleAlertIcon } from '~/app/components/icons'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { useWidget } from '~/app/ui/use-widget'
import { durationOf, parseFieldTime, stepOf, type Times, withStart } from './times'
import { useZone } from './use-zone'
import { ZonedTimes } from './ZonedTimes'

interface GameTimesProps {
  times: Times
  errors: Partial<Record<keyof Times, string>>
}

/** Without script: two fields in UTC; with it: parts in UTC or the reader's zone. The end follows the start. */
export function GameTimes({ times: given, errors }: GameTimesProps) {
  const t = useText()
  const format = useFormat()
  const [times, setTimes] = useState(given)
  const { place, widget } = useWidget(() => import('~/app/ui/MomentField'))
  const zones = useZone()
  const fields = place.ref
  // The reader or the browser may have filled the fields before the script ran.
  useEffect(() => {
    const typed = (name: keyof Times) =>
      fields.current?.querySelector<HTMLInputElement>(`input[name=${name}]`)?.value ?? ''
    setTimes({ start: typed('start'), end: typed('end') })
  }, [fields])
  useInputEvent(fields, times)
  const duration = durationOf(times)
  const known = parseFieldTime(times.start) !== null && parseFieldTime(times.end) !== null
  const change = (name: keyof Times, value: string) => setTimes((last) => ({ ...last, [name]: value }))
  const settle = () => setTimes((last) => withStart(last, last.start))
  return (
    <div className="stack" {...place}>
      <div className="form-grid" hidden={widget !== null}>
        {(['start', 'end'] as const).map((name) => (
          <TimeField
            key={name}
            name={name}
            value={times[name]}
            step={widget ? 'any' : stepOf(given[name])}
            error={errors[name]}
            // The browser cannot point at a hidden field, so the server reports a missing value.
            required={!widget}
            onChange={(value) => (name === 'start' ? setTimes(withStart(times, value)) : change(name, value))}
          />
        ))}
      </div>
      {widget && (
        <ZonedTimes {...{ times, given, errors, change, settle, zones }} Field={widget.MomentField} />
      )}
      {known && (duration !== null || (!widget && !errors.end)) && (
        <p className="hint" role="status">
          {duration === null
            ? t('editor:times.end_first')
            : t('editor:times.duration', { duration: format.span(duration) })}
        </p>
      )}
    </div>
  )
}

function useInputEvent(fields: React.RefObject<HTMLElement>, { start, end }: Times) {
  const known = useRef(`${start} ${end}`)
  useEffect(() => {
    const now = `${start} ${end}`
    if (known.current === now) return
    known.current = now
    fields.current?.querySelector('input[name=start]')?.dispatchEvent(new Event('input', { bubbles: true }))
  }, [fields, start, end])
}

interface TimeFieldProps {
  name: keyof Times
  value: string
  step?: number | 'any'
  error?: string
  required: boolean
  onChange(value: string): void
}

function TimeField({ name, value, step, error, required, onChange }: TimeFieldProps) {
  const t = useText()
  const id = useId()
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
        required={required}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        {...(error && WRONG)}
        aria-describedby={error && `${id}e`}
      />
      {error && (
        <span className="field-error" id={`${id}e`}>
          <CircleAlertIcon />
          {error}
        </span>
      )}
    </div>
  )
}
