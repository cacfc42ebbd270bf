/** A moment in another zone, in the reader's language. */
export const writtenMoment = (locale: string, moment: number, timeZone: string) =>
  new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
    timeZone
  }).format(moment)
