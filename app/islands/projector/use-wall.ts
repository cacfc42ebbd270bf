import { useEffect, useState } from 'react'

/** Milliseconds without a movement until the pointer hides. */
const STILL = 3000

/** Marks the page while the pointer rests, so that the style hides it; it comes back when it moves. */
export function useRestingPointer(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const rest = (resting: boolean) => document.body.toggleAttribute('data-resting', resting)
    const wake = () => {
      rest(false)
      clearTimeout(timer)
      timer = setTimeout(rest, STILL, true)
    }
    addEventListener('pointermove', wake)
    wake()
    return () => {
      clearTimeout(timer)
      removeEventListener('pointermove', wake)
    }
  }, [])
}

/** Tells whether the page fills the screen. `toggle` is null if the browser cannot. */
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
