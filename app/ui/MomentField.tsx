import { fromAbsolute, now, type ZonedDateTime } from '@internationalized/date'
import { Button } from 'react-aria-components/Button'
import { Calendar, CalendarCell, CalendarGrid } from 'react-aria-components/Calendar'
import { DateInput, DateSegment } from 'react-aria-components/DateField'
import { DatePicker } from 'react-aria-components/DatePicker'
import { Dialog } from 'react-aria-components/Dialog'
import { FieldError } from 'react-aria-components/FieldError'
import { Group } from 'react-aria-components/Group'
import { Heading } from 'react-aria-components/Heading'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { Label } from 'react-aria-components/Label'
import { Popover } from 'react-aria-components/Popover'
import { Text } from 'react-aria-components/Text'
import { CalendarIcon, ChevronLeftIcon, ChevronRightIcon, CircleAlertIcon } from '~/app/components/icons'

export interface MomentFieldProps {
  locale: string
  label: string
  calendar: string
  zone: string
  /** Unix milliseconds; null for none. */
  moment: number | null
  onChange(moment: number | null): void
  onBlur?(): void
  /** Unix milliseconds; earlier days cannot be chosen in the calendar. */
  after?: number | null
  precision: 'minute' | 'second'
  /** What the label says of a moment that may be left out; absent: it is required. */
  opt?: string | null
  error?: string
  hint?: string | null
}

export function MomentField(props: MomentFieldProps) {
  const { locale, label, calendar, zone, moment, onChange, onBlur, after, precision, opt, error, hint } =
    props
  const value = moment === null ? null : fromAbsolute(moment, zone)
  return (
    <I18nProvider locale={locale}>
      <DatePicker<ZonedDateTime>
        className="field moment"
        value={value}
        // Drops milliseconds, which no part shows.
        onChange={(next) => onChange(next?.set({ millisecond: 0 }).toDate().getTime() ?? null)}
        onBlur={onBlur}
        placeholderValue={now(zone).set({ minute: 0, second: 0, millisecond: 0 })}
        minValue={
          after == null ? undefined : fromAbsolute(after, zone).set({ hour: 0, minute: 0, second: 0 })
        }
        granularity={precision}
        hourCycle={24}
        shouldForceLeadingZeros
        isInvalid={error !== undefined}
        validationBehavior="aria"
        isRequired={!opt}
      >
        <Label className="label">
          {label}
          {opt && <span className="opt">{opt}</span>}
        </Label>
        <Group className="input moment-input">
          <DateInput className="segments">{(segment) => <DateSegment segment={segment} />}</DateInput>
          <Button className="btn ghost sm icon-only" aria-label={calendar}>
            <CalendarIcon />
          </Button>
        </Group>
        <FieldError className="field-error">
          <CircleAlertIcon />
          {error}
        </FieldError>
        {hint && (
          <Text slot="description" className="hint">
            {hint}
          </Text>
        )}
        <Days />
      </DatePicker>
    </I18nProvider>
  )
}

function Days() {
  return (
    <Popover className="popover" offset={6}>
      <Dialog className="calendar">
        <Calendar>
          <header>
            <Button slot="previous" className="btn ghost sm icon-only">
              <ChevronLeftIcon className="flip" />
            </Button>
            <Heading />
            <Button slot="next" className="btn ghost sm icon-only">
              <ChevronRightIcon className="flip" />
            </Button>
          </header>
          <CalendarGrid>{(date) => <CalendarCell date={date} />}</CalendarGrid>
        </Calendar>
      </Dialog>
    </Popover>
  )
}
