interface CountdownProps {
  /** Unix milliseconds. */
  until: number
  /** Text at render time, from `format.countdown(until - now)`. */
  children: string
  /** Asks for the page again at zero, for pages whose content changes then. */
  reload?: boolean
}

const LONG = 1000 * 60 * 60 * 1000

/** Time left, right when the page was made; the shell script counts it down. */
export function Countdown({ until, children, reload }: CountdownProps) {
  const ticking = until - Date.now() < LONG
  return (
    <time
      dateTime={new Date(until).toISOString()}
      data-until={ticking ? until : undefined}
      data-then={reload ? 'reload' : undefined}
    >
      {children}
    </time>
  )
}
