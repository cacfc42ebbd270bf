/* Tries again until the platform answers. The address is that of the page that could not be loaded. */
const EVERY_MS = 5_000

const show = (id) => {
  const now = new Date()
  const time = document.getElementById(id)
  time.dateTime = now.toISOString()
  time.textContent = new Intl.DateTimeFormat(document.documentElement.lang, { timeStyle: 'medium' }).format(now)
}

let trying = false

async function attempt() {
  if (trying) return
  trying = true
  show('tried')
  const options = { cache: 'no-store', signal: AbortSignal.timeout(EVERY_MS) }
  const answer = await fetch('/healthz', options).catch(() => null)
  trying = false
  if (answer?.ok) location.reload()
}

show('since')
show('tried')
document.querySelector('dl').hidden = false
document.querySelector('a').addEventListener('click', (event) => {
  event.preventDefault()
  attempt()
})
addEventListener('online', attempt)
setInterval(attempt, EVERY_MS)
