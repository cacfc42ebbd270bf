import { useCallback, useEffect, useRef, useState } from 'react'
import { type Text, useText } from '~/app/i18n/text'
import { serverNow } from '~/app/islands/runtime/clock'
import type { InstanceHint, QueueHint } from '~/scoring/gateway/contract'
import type { InstanceView } from '~/server/instances/contract'
import { fetchJson, fetchOk, Refused } from '../../runtime/calls'
import { type Turn, timeOf, turnOf, unsettled } from './instance-progress'

export type Intent = 'create' | 'extend' | 'destroy'

/** A refusal. `until`: when a retry is allowed, in Unix milliseconds of the browser's clock. */
export interface Trouble {
  message: string
  until: number | null
}

interface Given {
  gameId: number
  open: number | null
  first: InstanceView | null
  refused: string | null
  /** A known instance changed; `extend`: it may be extended from now on. */
  onTurn(view: InstanceView, turn: Turn | 'extend'): void
}

/** Milliseconds between two polls of an unsettled instance, in case no push comes. */
const POLL_MS = 10_000
/** Milliseconds after an instance's end in which the server reports it. */
const AFTER = 1500
/** Longest timer of a browser, in milliseconds. */
const MAX_TIMER_MS = 2 ** 31 - 1

interface Fetching {
  /** Changed during the request: fetch once more. */
  again: boolean
  done: Promise<void>
}

type Views = Readonly<Record<number, InstanceView>>

const urlOf = (gameId: number, challengeId: number) => `/api/game/${gameId}/container/${challengeId}`

const REQUESTS: Record<Intent, [method: string, path: string]> = {
  create: ['POST', ''],
  extend: ['POST', '/extend'],
  destroy: ['DELETE', '']
}

function troubleOf(error: unknown, t: Text): Trouble {
  if (!(error instanceof Refused)) return { message: t('instances:box.network'), until: null }
  const { message, retryAfter } = error
  return {
    message: message || t('instances:box.not_done'),
    until: retryAfter === null ? null : Date.now() + retryAfter * 1000
  }
}

/** Views of the instances seen on this page: fetched when the dialog opens and on every push. */
function useViews({ gameId, first, onTurn }: Given) {
  const t = useText()
  const [views, setViews] = useState<Views>(() => (first ? { [first.challengeId]: first } : {}))
  const [failed, setFailed] = useState<{ id: number; message: string } | null>(null)
  const latest = useRef({ views, onTurn })
  latest.current.onTurn = onTurn
  /** Requests in flight, by challenge id. */
  const fetching = useRef(new Map<number, Fetching>())

  const show = useCallback((view: InstanceView) => {
    const turn = turnOf(latest.current.views[view.challengeId], view)
    latest.current.views = { ...latest.current.views, [view.challengeId]: view }
    setViews(latest.current.views)
    if (turn) latest.current.onTurn(view, turn)
  }, [])

  const renew = useCallback(
    (id: number): Promise<void> => {
      const running = fetching.current.get(id)
      if (running) {
        running.again = true
        return running.done
      }
      const mine: Fetching = { again: true, done: Promise.resolve() }
      const load = async () => {
        while (mine.again) {
          mine.again = false
          show(await fetchJson<InstanceView>(urlOf(gameId, id)))
        }
      }
      setFailed(null)
      mine.done = load()
        .catch((error: unknown) => {
          if (error instanceof Refused && error.status === 401) return location.reload()
          setFailed({ id, message: troubleOf(error, t).message })
        })
        .finally(() => fetching.current.delete(id))
      fetching.current.set(id, mine)
      return mine.done
    },
    [gameId, show, t]
  )

  const onQueue = useCallback(
    ({ game, challenge, place, total, estimate }: QueueHint) => {
      const view = latest.current.views[challenge]
      if (game === gameId && view?.state === 'queued')
        show({ ...view, position: place, waiting: total, estimate })
    },
    [gameId, show]
  )
  return { views, known: latest.current, failed, renew, onQueue }
}

/** Moments without a push: the end of an instance, and the start of its extension window. */
function useMoments(views: Views, renew: (id: number) => void, onTurn: Given['onTurn']) {
  const latest = useRef(onTurn)
  latest.current = onTurn
  useEffect(() => {
    const timers: ReturnType<typeof setTimeout>[] = []
    const at = (moment: number | null, work: () => void) => {
      const wait = (moment ?? 0) - serverNow()
      if (wait > 0 && wait < MAX_TIMER_MS) timers.push(setTimeout(work, wait))
    }
    for (const view of Object.values(views)) {
      const end = timeOf(view.expiresAt)
      at(end && end + AFTER, () => renew(view.challengeId))
      at(timeOf(view.extendableAt), () => latest.current(view, 'extend'))
    }
    return () => timers.forEach(clearTimeout)
  }, [views, renew])
}

/**
 * The instances of the reader's team: their state, what may be done with them, and trouble of the last request. Asks
 * again while the open one is not settled.
 */
export function useInstances(given: Given) {
  const { gameId, open, first, refused, onTurn } = given
  const t = useText()
  const { views, known, failed, renew, onQueue } = useViews(given)
  const [sending, setSending] = useState<{ id: number; intent: Intent } | null>(null)
  const [trouble, setTrouble] = useState<(Trouble & { id: number }) | null>(() =>
    refused && open !== null ? { id: open, message: refused, until: null } : null
  )
  useMoments(views, renew, onTurn)

  const fresh = useRef(first?.challengeId ?? null)
  useEffect(() => {
    if (open !== null && fresh.current !== open) void renew(open)
    fresh.current = null
    if (open === null) return
    const timer = setInterval(() => {
      const view = known.views[open]
      if (view && unsettled(view, serverNow())) void renew(open)
    }, POLL_MS)
    return () => clearInterval(timer)
  }, [open, renew, known])

  const act = useCallback(
    async (id: number, intent: Intent) => {
      const mine = { id, intent }
      const before = known.views[id]?.id
      setSending(mine)
      setTrouble(null)
      const [method, path] = REQUESTS[intent]
      const error = await fetchOk(urlOf(gameId, id) + path, { method }).then(
        () => null,
        (reason: unknown) => reason
      )
      if (error instanceof Refused && error.status === 401) return location.reload()
      await renew(id)
      setSending((now) => (now === mine ? null : now))
      const view = known.views[id]
      // A failed start is an instance of its own, with the reason.
      const isNewFailure = view?.state === 'failed' && view.id !== before
      if (error && !isNewFailure) setTrouble({ id, ...troubleOf(error, t) })
    },
    [gameId, known, renew, t]
  )

  const onInstance = useCallback(
    ({ game, challenge }: InstanceHint) => {
      if (game === gameId && (challenge === open || known.views[challenge])) void renew(challenge)
    },
    [gameId, open, known, renew]
  )
  /** After a reconnection, views may be stale. */
  const renewAll = useCallback(() => {
    for (const view of Object.values(known.views))
      if (view.challengeId === open || unsettled(view, serverNow())) void renew(view.challengeId)
  }, [open, known, renew])

  const view = open === null ? null : (views[open] ?? null)
  // A start is pending for as long as the box shows it.
  const starts = sending?.intent === 'create' && (view?.state === 'queued' || view?.state === 'starting')
  return {
    view,
    failed: failed && failed.id === open && !view ? failed.message : null,
    sending: sending?.id === open && !starts ? sending.intent : null,
    trouble: trouble && trouble.id === open ? trouble : null,
    act,
    renew,
    renewAll,
    onInstance,
    onQueue
  }
}
