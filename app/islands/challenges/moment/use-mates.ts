import { useEffect, useRef } from 'react'
import { type BoardItem, fromWire } from '~/scoring/rules'
import { LONG } from '../../news/stay'
import type { NewsItem } from '../../news/words'
import type { Result } from '../dialog/verdict'

interface Given {
  gameId: number
  own: BoardItem | null
  challenges: readonly { id: number; title: string }[]
  /** The open challenge, whose dialog tells it itself. */
  open: number | null
  /** Results of flags that the reader sent from this page, by challenge. */
  results: Readonly<Record<number, Result>>
  /** Unix milliseconds of the page; earlier solves are not news. */
  since: number
  show(toast: NewsItem, stay: number): void
}

const OWN: readonly Result['kind'][] = ['sending', 'checking', 'stalled', 'accepted']

/** True if the reader sent the flag of that challenge here, and it was right or is not judged yet. */
const isOwn = (result: Result | undefined) => result !== undefined && OWN.includes(result.kind)

/** Tells each solve of a team-mate once (docs/rules/interface.md#moment-of-a-solve). */
export function useMates({ gameId, own, challenges, open, results, since, show }: Given) {
  const told = useRef(new Set(own?.solvedChallenges.map(({ id }) => id)))
  useEffect(() => {
    for (const solve of own?.solvedChallenges ?? []) {
      const title = challenges.find(({ id }) => id === solve.id)?.title
      if (told.current.has(solve.id) || title === undefined) continue
      told.current.add(solve.id)
      const isNews = solve.id !== open && !isOwn(results[solve.id]) && fromWire(solve.time) >= since
      if (!isNews) continue
      const { userName, type, score: points } = solve
      const shown = { game: gameId, challenge: solve.id, title, userName, type, points }
      show({ id: `m${solve.id}`, kind: 'mate', solve: shown }, LONG)
    }
  }, [gameId, own, challenges, open, results, since, show])
}
