import { delay } from '~/app/islands/runtime/calls'
import { onArrival } from './arrivals'
import { markRead, onRead, readOf } from './read'

/** Milliseconds after which ages are old, and what a page without a socket may have missed. */
const POLL_MS = 60_000
/** Longest random wait before each try after an arrival, in milliseconds, and their number. */
const SPREAD = 1500
const TRIES = 5

const CONTENT = '[data-content]'
const linesOf = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('li[data-id]')]
const idOf = (line: HTMLElement) => Number(line.dataset.id)
const newestOf = (list: HTMLElement) => Number(list.dataset.newest)

/** The list of a page of notices. @returns null when the page could not be fetched */
export async function fetchNoticeList(href: string): Promise<HTMLElement | null> {
  const answer = await fetch(href, { headers: { Accept: 'text/html' } }).catch(() => null)
  if (!answer?.ok) return null
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const list = page.querySelector<HTMLElement>('[data-notices]')
  return list && document.adoptNode(list)
}

/** Marks unread notices, and updates a list that was served at `href`. */
export function keepList(list: HTMLElement, first: string) {
  const gameId = Number(list.dataset.notices)
  let href = first
  let read = readOf(gameId) ?? newestOf(list)

  const mark = () => {
    for (const line of linesOf(list)) line.toggleAttribute('data-unread', idOf(line) > read)
    const count = list.querySelectorAll('[data-unread]').length
    const badge = list.querySelector<HTMLElement>('[data-count]')!
    badge.hidden = count === 0
    badge.textContent = badge.dataset.count!.replace('{{n}}', String(count))
    const button = list.querySelector<HTMLElement>('[data-clear]')!
    // A hidden button would lose the focus.
    if (count === 0 && button === document.activeElement) list.querySelector<HTMLElement>('.tabs a')?.focus()
    button.hidden = count === 0
  }
  /** A list of one kind does not show all that is new. */
  const note = () => {
    if (document.visibilityState === 'visible' && list.dataset.kind === 'all')
      markRead(gameId, newestOf(list), 'seen')
  }
  const show = (next: HTMLElement) => {
    exchange(list, next)
    mark()
    note()
  }
  const fetchAgain = async () => {
    const asked = href
    const next = await fetchNoticeList(asked)
    if (next && asked === href && list.isConnected) show(next)
  }
  const stops = [
    onRead((game, id, how) => {
      if (game !== gameId || how === 'seen' || id <= read) return
      read = id
      mark()
    }),
    onArrival(async (game, ids) => {
      if (game !== gameId) return
      const newest = Math.max(0, ...ids)
      // The list may be older than the push.
      for (let tries = TRIES; tries-- && list.isConnected; ) {
        await delay(Math.random() * SPREAD)
        await fetchAgain()
        if (newestOf(list) >= newest) break
      }
    })
  ]
  const timer = setInterval(() => document.hidden || void fetchAgain(), POLL_MS)
  const clear = ({ target }: Event) => {
    if ((target as Element).closest('[data-clear]')) markRead(gameId, newestOf(list), 'read')
  }
  list.addEventListener('click', clear)
  document.addEventListener('visibilitychange', note)
  mark()
  note()
  return {
    /** Shows another view of the same game. */
    turn(next: HTMLElement, address: string) {
      href = address
      show(next)
    },
    stop() {
      clearInterval(timer)
      for (const stop of stops) stop()
      document.removeEventListener('visibilitychange', note)
    }
  }
}

/** Puts the content of `next` into the list. Lines that stay are not moved, so that the focus stays in them. */
function exchange(list: HTMLElement, next: HTMLElement): void {
  const same = list.dataset.kind === next.dataset.kind
  list.dataset.newest = next.dataset.newest
  list.dataset.kind = next.dataset.kind
  for (const tab of list.querySelectorAll('.tabs a')) tab.removeAttribute('aria-current')
  const place = [...next.querySelectorAll('.tabs a')].findIndex((tab) => tab.hasAttribute('aria-current'))
  list.querySelectorAll('.tabs a')[place]?.setAttribute('aria-current', 'true')
  const [content, newContent] = [list.querySelector(CONTENT)!, next.querySelector(CONTENT)!]
  const [feed, newFeed] = [content.querySelector('.feed'), newContent.querySelector('.feed')]
  if (!same || !feed || !newFeed) return void content.replaceWith(newContent)
  weave(feed, [...newFeed.children] as HTMLElement[])
  const [foot, newFoot] = [content.querySelector('footer'), newContent.querySelector('footer')]
  if (foot && newFoot) return
  foot?.remove()
  if (newFoot) content.append(newFoot)
}

function weave(feed: Element, wanted: readonly HTMLElement[]): void {
  const before = new Map([...feed.children].map((line) => [(line as HTMLElement).dataset.id, line]))
  let place = feed.firstElementChild
  for (const line of wanted) {
    const known = before.get(line.dataset.id)
    before.delete(line.dataset.id)
    if (known && isSame(known, line)) {
      known.querySelector('time')!.textContent = line.querySelector('time')!.textContent
      if (known === place) place = place.nextElementSibling
      else feed.insertBefore(known, place)
    } else {
      line.classList.toggle('fresh', !known)
      feed.insertBefore(line, place)
      if (known && known === place) place = place.nextElementSibling
      known?.remove()
    }
  }
  for (const gone of before.values()) gone.remove()
}

const isSame = (a: Element, b: Element) =>
  a.querySelector('.body')!.innerHTML === b.querySelector('.body')!.innerHTML &&
  a.querySelector('time')!.dateTime === b.querySelector('time')!.dateTime
