import { useEffect, useState } from 'react'

/** Milliseconds without a movement until the pointer hides. */
const STILL = 3000

/** Marks the page while the pointer rests, so that the style hides it; it comes back when it moves or a key is pressed. */
export function useRestingPointer(): void {
  useEffect(() => {
    let timer = 0
    const wake = () => {
      delete document.body.dataset.resting
      clearTimeout(timer)
      timer = window.setTimeout(() => {
        document.body.dataset.resting = ''
      }, STILL)
    }
    addEventListener('pointermove', wake)
    addEventListener('keydown', wake)
    wake()
    return () => {
      clearTimeout(timer)
      removeEventListener('pointermove', wake)
      removeEventListener('keydown', wake)
      delete document.body.dataset.resting
    }
  }, [])
}

/** Whether the page fills the screen. `toggle` is null where the browser cannot. */
export function useFullScreen(): { full: boolean; toggle: (() => void) | null } {
  const [full, setFull] = useState(false)
  const [can, setCan] = useState(false)
  useEffect(() => {
    const look = () => setFull(document.fullscreenElement !== null)
    setCan(document.fullscreenEnabled)
    look()
    document.addEventListener('fullscreenchange', look)
    return () => document.removeEventListener('fullscreenchange', look)
  }, [])
  // A refusal leaves the page as it is.
  const toggle = () =>
    void (full ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => {})
  return { full, toggle: can ? toggle : null }
}
