import { useEffect, useState } from 'react'
import { fetchJson } from '~/app/islands/runtime/calls'
import { addressOf } from './address'
import type { Answer } from './answer'

const DEBOUNCE_MS = 120

interface Answered {
  answer: Answer
  words: string
  failed: boolean
}

/** Until the server responds, older results stay; `late`: they are for other words. */
export function useAnswer(words: string, first: Answer): Omit<Answered, 'words'> & { late: boolean } {
  const [state, setState] = useState<Answered>({ answer: first, words: '', failed: false })
  useEffect(() => {
    if (words === '') return setState({ answer: first, words, failed: false })
    const abort = new AbortController()
    const timer = setTimeout(() => {
      fetchJson<Answer>(addressOf(words), { signal: abort.signal }).then(
        (answer) => abort.signal.aborted || setState({ answer, words, failed: false }),
        () => abort.signal.aborted || setState((last) => ({ ...last, words, failed: true }))
      )
    }, DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [words, first])
  const { answer, failed } = state
  return { answer, failed, late: state.words !== words }
}
