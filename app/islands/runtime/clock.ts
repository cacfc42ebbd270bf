import { useEffect, useState } from 'react'

/** The server's Unix milliseconds, by the difference that the shell script measured. Browser only. */
export const serverNow = (): number => Date.now() + Number(document.documentElement.dataset.ahead)

/** The server's time: at first when the page was made, then every `tick` milliseconds. */
export function useNow(made: number, tick: number): number {
  const [now, setNow] = useState(made)
  useEffect(() => {
    const update = () => setNow(serverNow())
    // The page may come from the browser's cache.
    update()
    const timer = setInterval(update, tick)
    return () => clearInterval(timer)
  }, [tick])
  return now
}
