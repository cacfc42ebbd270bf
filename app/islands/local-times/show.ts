/**
 * Writes the times of lists in the zone of the reader's clock, and keeps the figures of the home page fresh. Fetched by pages
 * that have `[data-local]`: the start and end of a range in Unix milliseconds, one moment, or empty on the line that names
 * the zone, which has the words of that line in `data-words`.
 */
const language = document.documentElement.lang
const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
const hours = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone } as const
const range = new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric', ...hours })
const moment = new Intl.DateTimeFormat(language, { ...hours, second: '2-digit' })

/** Between two polls, in milliseconds. */
const POLL = 20_000

function show(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-local]')) {
    const { local, words } = element.dataset
    const [start, end] = local!.split(' ').map(Number)
    element.textContent = words
      ? words.replace('{{zone}}', timeZone)
      : end
        ? range.formatRange(start!, end)
        : moment.format(start)
  }
}

/** Puts the figures of the page as it is now in place of those shown; what the reader is at stays as it is. */
async function poll(): Promise<void> {
  if (document.hidden) return
  const answer = await fetch(location.href)
  if (!answer.ok) return
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html')
  for (const part of document.querySelectorAll<HTMLElement>('[data-fresh]')) {
    const next = fresh.querySelector(`[data-fresh=${part.dataset.fresh}]`)
    if (next && !part.matches(':hover, :focus-within')) part.replaceWith(next)
  }
  show()
}

show()
if (document.querySelector('[data-fresh=leaders]'))
  // What is shown tells its time; the next poll may come through.
  setInterval(() => poll().catch(() => {}), POLL)

export {}
