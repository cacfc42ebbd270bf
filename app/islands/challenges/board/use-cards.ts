import { useCallback, useEffect, useRef, useState } from 'react'
import type { Section } from './arrange'
import { cardAfter, cardBoxes, type Direction } from './moves'

const cardOf = (id: number | null) => document.getElementById(`chal-${id}`)

/** All cards are one stop of the Tab key; arrows and letters move within. A closing dialog returns the focus to its card. */
export function useCards(sections: readonly Section[], open: number | null) {
  const [last, setLast] = useState<number | null>(null)
  const [hydrated, setHydrated] = useState(false)
  useEffect(() => setHydrated(true), [])

  const ids = sections.flatMap(({ challenges }) => challenges.map(({ id }) => id))
  const known = last !== null && ids.includes(last)
  // Without script every card is a stop.
  const stop = hydrated ? (known ? last : (ids[0] ?? null)) : null

  const before = useRef(open)
  useEffect(() => {
    const closed = open === null ? before.current : null
    before.current = open
    if (open !== null) setLast(open)
    if (closed !== null) (cardOf(closed) ?? document.getElementById('main'))?.focus()
  }, [open])

  const move = useCallback((direction: Direction, onlyInside = false) => {
    const card = document.activeElement?.closest('a.chal')
    if (onlyInside && !card) return false
    const next = cardAfter(cardBoxes(), card ? Number(card.id.slice('chal-'.length)) : null, direction)
    if (next === null) return
    setLast(next)
    cardOf(next)?.focus()
  }, [])

  return { stop, move }
}
