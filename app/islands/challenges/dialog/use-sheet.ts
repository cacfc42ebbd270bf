import { useCallback, useEffect, useRef, useState } from 'react'
import { useText } from '~/app/i18n/text'
import { fetchJson, Refused } from '../../runtime/calls'
import type { Sheet } from '../props'

/** Milliseconds after which an open challenge is fetched again (docs/rules/interface.md#refresh). */
const FRESH = 120_000

/** Text of the open challenge, fetched once and cached for a while. */
export function useSheet(gameId: number, open: number | null, first: Sheet | null) {
  const t = useText()
  const [sheets, setSheets] = useState<Readonly<Record<number, Sheet>>>(() =>
    first ? { [first.id]: first } : {}
  )
  const [failed, setFailed] = useState<{ id: number; message: string } | null>(null)
  const fetched = useRef(new Map<number, number>())

  useEffect(() => {
    if (first) fetched.current.set(first.id, Date.now())
  }, [first])

  const load = useCallback(
    async (id: number) => {
      fetched.current.set(id, Date.now())
      setFailed(null)
      try {
        const sheet = await fetchJson<Sheet>(`/games/${gameId}/Challenges/${id}`)
        setSheets((all) => ({ ...all, [id]: sheet }))
      } catch (error) {
        fetched.current.delete(id)
        const words = error instanceof Refused ? error.message : ''
        setFailed({ id, message: words || t('challenges:not_loaded') })
      }
    },
    [gameId, t]
  )

  useEffect(() => {
    if (open === null) return
    if (Date.now() - (fetched.current.get(open) ?? 0) > FRESH) void load(open)
    const timer = setInterval(() => void load(open), FRESH)
    return () => clearInterval(timer)
  }, [open, load])

  /** Fetches a challenge again after news such as a hint; by `title`, because notices carry no id. */
  const renew = useCallback(
    (title: string) => {
      const sheet = Object.values(sheets).find((one) => one.title === title)
      if (!sheet) return
      if (sheet.id === open) void load(sheet.id)
      else fetched.current.delete(sheet.id)
    },
    [sheets, open, load]
  )

  return {
    sheet: open === null ? null : (sheets[open] ?? null),
    failed: failed && failed.id === open && !sheets[failed.id] ? failed.message : null,
    load,
    renew
  }
}
