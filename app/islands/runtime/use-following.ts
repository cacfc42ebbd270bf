import { useState } from 'react'

const FRESH_MS = 4000

/** Keys of rows that came in last; each is forgotten by itself after `FRESH_MS`. */
export function useFresh<Key>(): [fresh: ReadonlySet<Key>, mark: (keys: readonly Key[]) => void] {
  const [fresh, setFresh] = useState<ReadonlySet<Key>>(() => new Set())
  const mark = (keys: readonly Key[]) => {
    setFresh((known) => new Set([...known, ...keys]))
    setTimeout(() => setFresh((known) => new Set([...known].filter((key) => !keys.includes(key)))), FRESH_MS)
  }
  return [fresh, mark]
}

/** Takes news at once, or keeps at most `most` waiting while the reader does not follow. */
export function useFollowing<News>(take: (news: readonly News[]) => void, most: number) {
  const [pending, setPending] = useState<readonly News[]>([])
  const [follows, setFollows] = useState(true)
  const show = () => {
    take(pending)
    setPending([])
  }
  return {
    follows,
    pending,
    show,
    came(news: readonly News[]) {
      if (follows) take(news)
      else setPending((waiting) => [...waiting, ...news].slice(-most))
    },
    follow(on: boolean) {
      setFollows(on)
      if (on) show()
    }
  }
}
