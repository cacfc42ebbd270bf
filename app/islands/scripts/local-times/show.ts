/**
 * For pages with `[data-local]`: start and end of a range in Unix milliseconds, one moment, or empty for the
 * line that names the zone (its text is in `data-words`). A moment with `data-day` shows its day, with `zone` there its
 * zone too. Also refreshes the figures of the home page.
 */
const language = document.documentElement.lang
const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
const hours = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone } as const
const range = new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric', ...hours })
const clock = new Intl.DateTimeFormat(language, { ...hours, second: '2-digit', timeZoneName: 'short' })

/** Like the server's text (app/i18n/format.ts). */
function moment(at: number, zone: boolean): string {
  const year = new Date(at).getUTCFullYear() === new Date().getUTCFullYear() ? undefined : 'numeric'
  const day = { weekday: 'short', year, month: 'short', day: 'numeric', ...hours } as const
  return new Intl.DateTimeFormat(language, { ...day, ...(zone && { timeZoneName: 'short' }) }).format(at)
}

const POLL_MS = 20_000

function show(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-local]')) {
    const { local, words, day } = element.dataset
    const [start, end] = local!.split(' ').map(Number)
    element.textContent = words
      ? words.replace('{{zone}}', timeZone)
      : end
        ? range.formatRange(start!, end)
        : day
          ? moment(start!, day === 'zone')
          : clock.format(start)
  }
}

/** Replaces the figures by those of the present page; the rest stays. */
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
  // The next poll may succeed; the shown time tells the age.
  setInterval(() => poll().catch(() => {}), POLL_MS)

export {}
