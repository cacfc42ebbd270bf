/* Tries again as soon as the platform answers. The address is that of the page that could not be loaded. */
const EVERY_MS = 5_000

const tried = document.querySelector('time')
const now = new Date()
tried.dateTime = now.toISOString()
tried.textContent = new Intl.DateTimeFormat(document.documentElement.lang, { timeStyle: 'medium' }).format(now)
tried.parentElement.hidden = false

addEventListener('online', () => location.reload())

setInterval(async () => {
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null)
  if (answer?.ok) location.reload()
}, EVERY_MS)
