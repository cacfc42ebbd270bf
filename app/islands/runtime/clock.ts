import { useEffect, useState } from 'react'

/** The server's time in Unix milliseconds, by what the shell script found out of its clock. Browser only. */
export const serverNow = (): number => Date.now() + Number(document.documentElement.dataset.ahead)

/** The server's time: when the page was made, then anew every `tick` milliseconds. */
export function useNow(made: number, tick: number): number {
  const [now, setNow] = useState(made)
  useEffect(() => {
    const update = () => setNow(serverNow())
    // The page may be an old one out of the browser's cache.
    update()
    const timer = setInterval(update, tick)
    return () => clearInterval(timer)
  }, [tick])
  return now
}
