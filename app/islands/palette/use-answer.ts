import { useEffect, useState } from 'react'
import { call } from '../runtime/calls'
import { addressOf } from './address'
import type { Answer } from './answer'

/** Milliseconds without another letter before words are looked for. */
const REST = 120

interface Answered {
  answer: Answer
  /** What was looked for. */
  words: string
  failed: boolean
}

/**
 * What the words find. Until the server answers, or when it does not, what was found before stays; `late` says that it is
 * not for these words, though what is may still come.
 */
export function useAnswer(words: string, first: Answer): Omit<Answered, 'words'> & { late: boolean } {
  const [state, setState] = useState<Answered>({ answer: first, words: '', failed: false })
  useEffect(() => {
    if (words === '') return setState({ answer: first, words, failed: false })
    const abort = new AbortController()
    const timer = setTimeout(() => {
      call<Answer>(addressOf(words), { signal: abort.signal }).then(
        (answer) => abort.signal.aborted || setState({ answer, words, failed: false }),
        () => abort.signal.aborted || setState((last) => ({ ...last, words, failed: true }))
      )
    }, REST)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [words, first])
  const { answer, failed } = state
  return { answer, failed, late: state.words !== words }
}
