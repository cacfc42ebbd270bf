import type { ComponentType } from 'react'
import { useLocale, useText } from '~/app/i18n/text'
import type { MomentFieldProps } from '~/app/ui/MomentField'
import { durationOf, formatFieldTime, parseFieldTime, type Times } from './times'
import { UTC, type Zones } from './use-zone'
import { writtenMoment } from './written-moment'

interface ZonedTimesProps {
  times: Times
  given: Times
  errors: Partial<Record<keyof Times, string>>
  change(name: keyof Times, value: string): void
  /** The start is complete: half-typed values must not move the end. */
  settle(): void
  zones: Zones
  Field: ComponentType<MomentFieldProps>
}

export function ZonedTimes({ times, given, errors, change, settle, zones, Field }: ZonedTimesProps) {
  const t = useText()
  const locale = useLocale()
  const { zone, own } = zones
  const other = zone === UTC ? own : UTC
  const late =
    durationOf(times) === null && parseFieldTime(times.start) !== null && parseFieldTime(times.end) !== null
      ? t('editor:times.end_first')
      : undefined
  const field = (name: keyof Times) => {
    const moment = parseFieldTime(times[name])
    return (
      <Field
        locale={locale}
        label={t(`editor:times.only_${name}`)}
        calendar={t(`editor:times.calendar_${name}`)}
        zone={zone}
        moment={moment}
        precision={seconds(given[name]) ? 'second' : 'minute'}
        onChange={(next) => change(name, next === null ? '' : formatFieldTime(next))}
        onBlur={name === 'start' ? settle : undefined}
        after={name === 'end' ? parseFieldTime(times.start) : null}
        error={errors[name] ?? (name === 'end' ? late : undefined)}
        hint={moment === null || other === zone ? null : writtenMoment(locale, moment, other)}
      />
    )
  }
  return (
    <>
      {own !== UTC && <ZoneChoice {...zones} />}
      <div className="form-grid">
        {field('start')}
        {field('end')}
      </div>
    </>
  )
}

const seconds = (time: string) => time.length > 'YYYY-MM-DDTHH:mm'.length

function ZoneChoice({ zone, own, choose }: Zones) {
  const t = useText()
  return (
    <fieldset className="segmented">
      <legend className="sr">{t('editor:times.zone')}</legend>
      {[UTC, own].map((one) => (
        <label key={one}>
          <input
            type="radio"
            name={`${UTC}-or-own`}
            form=""
            checked={one === zone}
            onChange={() => choose(one)}
          />
          {one.replaceAll('_', ' ')}
        </label>
      ))}
    </fieldset>
  )
}
