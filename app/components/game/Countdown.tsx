interface CountdownProps {
  until: number
  /** Text when the page was made: `format.countdown(until - now)`. */
  children: string
  /** Reloads the page at zero, because its content changes then. */
  reload?: boolean
}

const LONG = 1000 * 60 * 60 * 1000

/** Time left; the shell script counts it down. */
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
