import { useEffect, useState } from 'react'
import { useKeys } from '~/app/islands/runtime/use-keys'
import { TURN_MS, turned } from './rotation'
import type { Scene } from './scene'

/** Turns the pages by itself until it is paused; arrow keys turn, P pauses. */
export function useRotation({ page, pages }: Pick<Scene, 'page' | 'pages'>, show: (page: number) => void) {
  const [paused, setPaused] = useState(false)
  useEffect(() => {
    if (paused || pages < 2) return
    // Starts again with each page, so that one chosen by hand stays as long.
    const timer = setTimeout(() => show(turned(page, pages, 1)), TURN_MS)
    return () => clearTimeout(timer)
  }, [page, pages, paused, show])

  const turn = (by: number) => show(turned(page, pages, by))
  const pause = () => setPaused(!paused)
  useKeys({ arrowright: () => turn(1), arrowleft: () => turn(-1), p: pause })
  return { paused, turn, pause }
}
