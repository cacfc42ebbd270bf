import { useEffect, useRef, useState } from 'react'
import type { InstanceLogLine } from '~/server/instances/contract'
import { fetchJson, Refused } from '../runtime/calls'
import { joined } from './lines'

const POLL_MS = 2000
const SILENT_MS = 10_000
/** Pixels from the end within which the reader counts as following. */
const NEAR_PX = 24

interface LogOptions {
  id: string
  made: readonly InstanceLogLine[] | null
  live: boolean
}

/**
 * Follows the log of an instance: polls for newer lines, and scrolls along while the reader is at the end. `silent`:
 * the engine did not answer.
 */
export function useLog({ id, made, live }: LogOptions) {
  const [lines, setLines] = useState<readonly InstanceLogLine[]>(made ?? [])
  const [silent, setSilent] = useState(made === null)
  const [follows, follow] = useState(live)
  const last = useRef(lines.at(-1)?.at ?? null)
  last.current = lines.at(-1)?.at ?? null
  const box = useRef<HTMLDivElement>(null)
  const atEnd = useRef(true)

  useEffect(() => {
    if (!follows) return
    let timer: ReturnType<typeof setTimeout>
    const poll = async () => {
      let wait = POLL_MS
      if (!document.hidden)
        try {
          const since = last.current === null ? '' : `?since=${last.current}`
          const fresh = await fetchJson<InstanceLogLine[]>(`/api/admin/instances/${id}/logs${since}`)
          const { current } = box
          if (current)
            atEnd.current = current.scrollHeight - current.scrollTop - current.clientHeight < NEAR_PX
          setLines((known) => joined(known, fresh))
          setSilent(false)
        } catch (error) {
          if (error instanceof Refused && error.status === 404) return
          setSilent(true)
          wait = SILENT_MS
        }
      timer = setTimeout(poll, wait)
    }
    timer = setTimeout(poll, 0)
    return () => clearTimeout(timer)
  }, [follows, id])

  // biome-ignore lint/correctness/useExhaustiveDependencies: with every line.
  useEffect(() => {
    if (atEnd.current && box.current) box.current.scrollTop = box.current.scrollHeight
  }, [lines])

  return { lines, silent, follows, follow, box }
}
