import { useEffect, useRef } from 'react'
import { useKeys } from '~/app/islands/runtime/use-keys'
import { projectorHref, type Query, SEARCH_ID } from '../query'
import type { RowList } from './rows'

interface RowKeys {
  gameId: number
  list: RowList
  own: number | null
  query: Query
  go(query: Query): void
  jump(index: number, place: 'nearest' | 'centre'): void
  firstVisible(): number
}

function focused(list: RowList): number {
  const row = document.activeElement?.closest<HTMLElement>('tbody.rows > [data-row]')
  return row ? list.indexOf(Number(row.dataset.row)) : -1
}

/**
 * Keys of the table: J and K move, a dot leads to the own row (if necessary by another page), a slash to the search.
 */
export function useRowKeys({ gameId, list, own, query, go, jump, firstVisible }: RowKeys) {
  const wanted = useRef(false)

  const step = (by: number) => {
    const here = focused(list)
    const next = here < 0 ? firstVisible() : here + by
    if (next >= list.known.from && next < list.known.to) jump(next, 'nearest')
  }
  const toOwn = () => {
    if (own === null) return false
    const index = list.indexOf(own)
    if (index >= list.known.from) return jump(index, 'centre')
    if (list.known.to - list.known.from < list.count) return false
    wanted.current = true
    return go({ ...query, division: null, country: null, search: '' })
  }
  useEffect(() => {
    if (!wanted.current || own === null) return
    const index = list.indexOf(own)
    if (index < 0) return
    wanted.current = false
    jump(index, 'centre')
  }, [list, own, jump])

  const away = (path: string) => location.assign(`/games/${gameId}${path}`)
  return useKeys({
    '/': () => document.getElementById(SEARCH_ID)?.focus(),
    j: () => step(1),
    k: () => step(-1),
    '.': toOwn,
    p: () => location.assign(projectorHref(gameId, { division: query.division, page: 1 })),
    'g c': () => away('/Challenges'),
    'g o': () => away('')
  })
}
