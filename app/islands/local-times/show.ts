/**
 * Writes the times of lists in the zone of the reader's clock. Fetched by pages that have `[data-local]`: the start and end of a
 * range in Unix milliseconds, or empty on the line that names the zone, which has the words of that line in `data-words`.
 */
const language = document.documentElement.lang
const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
const format = new Intl.DateTimeFormat(language, {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone
})

for (const element of document.querySelectorAll<HTMLElement>('[data-local]')) {
  const [start, end] = element.dataset.local!.split(' ').map(Number)
  element.textContent =
    start && end ? format.formatRange(start, end) : element.dataset.words!.replace('{{zone}}', timeZone)
}

export {}
