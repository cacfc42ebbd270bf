import { useEffect, useRef } from 'react'
import { type Keys, useKeys } from '~/app/islands/runtime/use-keys'
import { type Count, keyOf } from '../board/arrange'
import { SEARCH_ID } from '../board/BoardFilters'
import type { Direction } from '../board/moves'
import type { PageState } from '../page'
import { type Query, SHOWN } from '../query'

/** Keys of the board and its open dialog (docs/rules/interface.md#keyboard). */
export function useBoardKeys(
  { gameId, query, go }: PageState,
  counts: readonly Count[],
  move: (direction: Direction, onlyInside?: boolean) => unknown
) {
  const lost = useRef(false)
  useEffect(() => {
    // The focused card is not part of the new view.
    if (lost.current && document.activeElement === document.body) move('next')
    lost.current = false
  })
  const filter = (next: Query) => {
    lost.current = document.activeElement?.closest('a.chal') !== null
    go(next)
  }
  const category = (step: number) => {
    const index = counts.findIndex((count) => keyOf(count) === query.category)
    const next = counts[(index + step + counts.length) % counts.length]
    if (next) filter({ ...query, category: keyOf(next) })
  }
  const away = (path: string) => location.assign(`/games/${gameId}${path}`)
  const everywhere: Keys = {
    'g s': () => away('/Scoreboard'),
    'g o': () => away(''),
    'g c': () => go({ ...query, open: null })
  }
  const part = (next: Query['part']) => go({ ...query, part: next, page: 1 })
  const focus = (id: string) => document.getElementById(id)?.focus()
  const keys: Keys =
    query.open !== null
      ? {
          ...everywhere,
          f: () => focus('flag'),
          1: () => part('text'),
          2: () => part('solvers'),
          3: () => part('tries')
        }
      : {
          ...everywhere,
          '/': () => focus(SEARCH_ID),
          j: () => move('next'),
          k: () => move('previous'),
          arrowright: () => move('next', true),
          arrowleft: () => move('previous', true),
          arrowdown: () => move('down', true),
          arrowup: () => move('up', true),
          '[': () => category(-1),
          ']': () => category(1),
          v: () => filter({ ...query, show: SHOWN[(SHOWN.indexOf(query.show) + 1) % SHOWN.length]! }),
          u: () => filter({ ...query, hideSolved: !query.hideSolved })
        }
  return useKeys(keys)
}
