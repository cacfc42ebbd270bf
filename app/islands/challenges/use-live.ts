import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useGameSocket } from '~/app/islands/runtime/socket'
import type { InstanceHint, QueueHint, StandingHint, Verdict } from '~/scoring/gateway/contract'
import type { NoticeView } from '~/server/notices/contract'
import { isToasted } from '../news/notice'
import { markShown } from '../news/shown'
import { useMissed } from '../news/use-missed'
import { fetchJson, Refused } from '../runtime/calls'
import { useFeed } from './news/use-feed'
import { type Details, type Me, type Play, withDelta, withDetails } from './play'
import type { ChallengesProps } from './props'
import { useClaims } from './use-claims'

/** Milliseconds between two fetches of the details while the board moves, plus up to as many at random. */
const FIRST_DETAILS_MS = 300
const DETAILS_INTERVAL_MS = 4000
/** Milliseconds between two polls of the details without a socket (docs/rules/interface.md#refresh). */
const POLL_MS = 10_000
const RETRY_MS = 5000

interface LiveHandlers {
  onStanding(hint: StandingHint): void
  /** What the open challenge shows has changed: a team-mate bought a hint, or works on it. */
  onSheet(): void
  /** The page shows an instance, which is possible in practice too. */
  instances: boolean
  onInstance(hint: InstanceHint): void
  onQueue(hint: QueueHint): void
  onHello(): void
  onVerdict(verdict: Verdict): void
  onNotice(notice: NoticeView): void
}

/** Deltas move the cards at once, details follow with ranks and points. In practice nothing moves. */
export function useLive(props: ChallengesProps, handlers: LiveHandlers) {
  const { onVerdict, onNotice } = handlers
  const { gameId, team, bonus, practice } = props
  const [play, setPlay] = useState(props.play)
  const latest = useRef(play)
  const show = useCallback((next: Play) => {
    latest.current = next
    setPlay(next)
  }, [])
  const me = useMemo<Me>(
    () => ({ participationId: team.participationId, division: team.division, bonus }),
    [team, bonus]
  )

  const fetchDetails = useCallback(async () => {
    const details = await fetchJson<Details>(`/api/game/${gameId}/details`)
    show(withDetails(latest.current, details))
    return details.seq >= latest.current.seq
  }, [gameId, show])
  const refresh = useThrottled(fetchDetails)

  const { claims, renew, onHello } = useClaims(gameId, props.claims)
  const feed = useFeed(gameId, props.notices)
  const showToast = (notice: NoticeView) => {
    if (isToasted(notice) && markShown(gameId, notice.id)) onNotice(notice)
  }
  const socket = useGameSocket({
    game: practice && !handlers.instances ? null : gameId,
    seq: () => latest.current.seq,
    on: {
      hello() {
        handlers.onHello()
        onHello()
      },
      delta(delta) {
        const next = withDelta(latest.current, delta, me)
        if (next) show(next)
        // A team that left the board learns from the details that it may not play.
        const mine = delta.events.filter(
          (event) => 'participationId' in event && event.participationId === me.participationId
        )
        const own = mine.some(({ kind }) => kind === 'solve' || kind === 'leave' || kind === 'award')
        if (mine.some(({ kind }) => kind === 'award')) handlers.onSheet()
        if (!next || delta.events.length > 0) refresh(!next || own ? FIRST_DETAILS_MS : DETAILS_INTERVAL_MS)
      },
      resync: () => refresh(FIRST_DETAILS_MS),
      // A title, a label or a block of flags: no entry of the ledger says so.
      renamed: () => refresh(FIRST_DETAILS_MS),
      notice(notice) {
        feed.add(notice)
        showToast(notice)
      },
      standing: handlers.onStanding,
      verdict: onVerdict,
      instance: handlers.onInstance,
      queue: handlers.onQueue,
      claims() {
        renew()
        handlers.onSheet()
      }
    }
  })

  // Includes the time between page and first connection.
  useMissed(socket.connection, unseenFrom(props), async (since) => {
    for (const one of await feed.refetch()) if (Date.parse(one.time) >= since) showToast(one)
  })

  const polling = !practice && socket.connection !== 'live'
  useEffect(() => {
    if (!polling) return
    const timer = setInterval(() => refresh(0), POLL_MS)
    return () => clearInterval(timer)
  }, [polling, refresh])

  return { play, feed, live: practice ? null : socket, claims, refresh }
}

/** Time from which on notices are missing: the page's time is rounded down, and it may list newer ones. */
const unseenFrom = ({ now, notices }: Pick<ChallengesProps, 'now' | 'notices'>): number =>
  Math.max(now, ...notices.map(({ time }) => Date.parse(time) + 1))

/** The page itself explains why a team may no longer play. */
function reloadIfBarred(error: unknown): null {
  const barred = error instanceof Refused && error.status < 500 && error.status !== 429
  if (barred) location.reload()
  return null
}

/** Never runs twice at once; a shorter delay replaces a longer one. Retries after a failure. */
function useThrottled(work: () => Promise<boolean>) {
  const timer = useRef<{ id: ReturnType<typeof setTimeout>; due: number } | null>(null)
  const running = useRef(false)
  const run = useRef<(delay: number) => void>(() => {})
  run.current = (delay) => {
    // Random, so that many clients do not request at once.
    const due = Date.now() + delay * (1 + Math.random())
    if (timer.current && timer.current.due <= due) return
    if (timer.current) clearTimeout(timer.current.id)
    const id = setTimeout(async () => {
      timer.current = null
      if (running.current) return run.current(FIRST_DETAILS_MS)
      running.current = true
      const done = await work().catch(reloadIfBarred)
      running.current = false
      // Older than the page: the responding process lags behind.
      if (done === false) run.current(FIRST_DETAILS_MS * 3)
      else if (done === null) run.current(RETRY_MS)
    }, due - Date.now())
    timer.current = { id, due }
  }
  useEffect(() => () => clearTimeout(timer.current?.id), [])
  return useCallback((delay: number) => run.current(delay), [])
}
