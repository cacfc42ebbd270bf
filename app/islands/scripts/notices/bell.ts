import { delay, fetchJson } from '~/app/islands/runtime/calls'
import { keyFrom } from '~/app/islands/runtime/use-keys'
import { onArrival } from './arrivals'
import { markRead, onRead, readOf } from './read'

/** The highest number that is shown. */
const MAX_SHOWN = 99
/** Longest random wait before a call after a connection, in milliseconds, because all clients connect at once. */
const SPREAD = 1500
/** Milliseconds that an answer counts as new. */
const FRESH = 2000

/** Ids of notices of a game that were unread when they were fetched, or that arrived since. */
const known = new Map<number, Set<number>>()
const askedAt = new Map<number, number>()
let started = false

const bells = () => document.querySelectorAll<HTMLAnchorElement>('a[data-bell]')
const gameOf = (bell: HTMLElement) => Number(bell.dataset.bell)

/** The page of notices has the list itself. */
const leadsAway = (bell: HTMLAnchorElement) => bell.pathname.toLowerCase() !== location.pathname.toLowerCase()

/**
 * Makes the page's bells count and open the drawer; without it they are links (docs/rules/interface.md#bell). Called by
 * live islands; only the first call does something.
 */
export function startBells(): void {
  if (started || bells().length === 0) return
  started = true
  onRead(show)
  onArrival((gameId, ids) => {
    const unread = known.get(gameId)
    for (const id of ids) unread?.add(id)
    show(gameId)
    if (ids.length === 0) void delay(Math.random() * SPREAD).then(() => ask(gameId))
  })
  for (const bell of bells()) {
    known.set(gameOf(bell), new Set())
    void ask(gameOf(bell))
    if (leadsAway(bell)) become(bell)
  }
  addEventListener('keydown', (event) => {
    const bell = [...bells()].find(leadsAway)
    if (!bell || keyFrom(event) !== 'n' || document.querySelector('dialog:modal')) return
    event.preventDefault()
    bell.click()
  })
  const list = document.querySelector<HTMLElement>('[data-notices]')
  if (list) void import('./list').then(({ keepList }) => keepList(list, location.href))
}

/** Fetches unread notices. A failure changes nothing: the next connection asks again. */
async function ask(gameId: number): Promise<void> {
  const unread = known.get(gameId)
  if (!unread || Date.now() - (askedAt.get(gameId) ?? 0) < FRESH) return
  askedAt.set(gameId, Date.now())
  const read = readOf(gameId)
  const found = await fetchJson<{ ids: number[]; newest: number }>(
    `/games/${gameId}/Notices/Unread?after=${read ?? ''}`
  ).catch(() => null)
  if (!found) return
  if (read === null && readOf(gameId) === null) markRead(gameId, found.newest, 'seen')
  for (const id of found.ids) unread.add(id)
  show(gameId)
}

function show(gameId: number): void {
  const read = readOf(gameId) ?? Number.POSITIVE_INFINITY
  const count = [...(known.get(gameId) ?? [])].filter((id) => id > read).length
  const text = count > MAX_SHOWN ? `${MAX_SHOWN}+` : String(count)
  for (const bell of bells()) {
    if (gameOf(bell) !== gameId) continue
    const number = bell.querySelector<HTMLElement>('.bell-n')!
    number.hidden = count === 0
    number.textContent = text
    bell.setAttribute('aria-label', count === 0 ? bell.title : bell.dataset.words!.replace('{{n}}', text))
  }
}

function become(bell: HTMLAnchorElement): void {
  bell.setAttribute('role', 'button')
  bell.setAttribute('aria-haspopup', 'dialog')
  bell.setAttribute('aria-expanded', 'false')
  bell.addEventListener('click', (event) => {
    if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    import('./drawer').then(
      ({ toggleDrawer }) => toggleDrawer(bell),
      () => location.assign(bell.href)
    )
  })
  bell.addEventListener('keydown', (event) => {
    if (event.key !== ' ') return
    event.preventDefault()
    bell.click()
  })
}
