import { useCallback, useEffect, useRef, useState } from 'react'
import { LISTED } from '~/server/submissions/constants'
import type { SolverList, TryList } from '~/server/submissions/contract'
import { fetchJson, Refused } from '../../runtime/calls'
import type { ChallengesProps } from '../props'
import type { Part, Query } from '../query'
import type { Result } from './verdict'

type List = Exclude<Part, 'text'>

interface Lists {
  tries: TryList
  solvers: SolverList
}

const keyOf = (challenge: number, part: List, page: number) => `${challenge}/${part}/${page}`

function firstLists({ query, tries, solvers }: Given): Record<string, TryList | SolverList> {
  const { open, part, page } = query
  if (open === null) return {}
  return {
    ...(tries && { [keyOf(open, 'tries', part === 'tries' ? page : 1)]: tries }),
    ...(solvers && { [keyOf(open, 'solvers', page)]: solvers })
  }
}

type Given = Pick<ChallengesProps, 'gameId' | 'query' | 'tries' | 'solvers'>

interface Shown {
  query: Query
  result: Result | null
  solved: number | undefined
}

/** Lists of the open challenge: fetched when shown, and again after changes. */
export function useParts(given: Given, { query: { open, part, page }, result, solved }: Shown) {
  const { gameId } = given
  const [lists, setLists] = useState(() => firstLists(given))
  const [failed, setFailed] = useState<{ key: string; message: string } | null>(null)

  const load = useCallback(
    async (challenge: number, list: List, at: number) => {
      const key = keyOf(challenge, list, at)
      const paging = `count=${LISTED[list]}&skip=${(at - 1) * LISTED[list]}`
      setFailed(null)
      try {
        const found = await fetchJson<TryList | SolverList>(
          `/api/game/${gameId}/challenges/${challenge}/${list}?${paging}`
        )
        setLists((all) => ({ ...all, [key]: found }))
      } catch (error) {
        setFailed({ key, message: error instanceof Refused ? error.message : '' })
      }
    },
    [gameId]
  )

  // Any solve changes the list of solvers; a verdict changes the list of tries.
  const news = part === 'solvers' ? solved : undefined
  /** The list that is present or being fetched; the page contains the first one. */
  const shown = useRef(open === null || part === 'text' ? '' : `${keyOf(open, part, page)} ${news}`)
  useEffect(() => {
    const wanted = open === null || part === 'text' ? '' : `${keyOf(open, part, page)} ${news}`
    if (wanted === shown.current) return
    shown.current = wanted
    if (open !== null && part !== 'text') void load(open, part, page)
  }, [open, part, page, news, load])
  const judged = result?.kind === 'wrong' || result?.kind === 'accepted' ? result.submission : null
  useEffect(() => {
    if (open !== null && judged !== null) void load(open, 'tries', 1)
  }, [open, judged, load])

  const list = <L extends List>(name: L, at: number): Lists[L] | null =>
    (open !== null && (lists[keyOf(open, name, at)] as Lists[L] | undefined)) || null
  const listed = open !== null && part !== 'text'
  return {
    /** List of the shown part; null until it is fetched. */
    list: {
      tries: part === 'tries' ? list('tries', page) : null,
      solvers: part === 'solvers' ? list('solvers', page) : null,
      failed: listed && failed?.key === keyOf(open, part, page) ? failed.message : null,
      onRetry: () => listed && void load(open, part, page)
    },
    /** The own try that was judged last; null until known. */
    attempt: list('tries', 1)?.data.find(({ id }) => id === judged) ?? null
  }
}
