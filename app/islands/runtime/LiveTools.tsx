import type { ComponentProps } from 'react'
import { LiveMark } from './LiveMark'

interface LiveToolsProps extends ComponentProps<typeof LiveMark> {
  follows: boolean
  follow(on: boolean): void
  /** Puts what waits into the list. */
  show(): void
  /** On the switch, and on the button that shows what waits; null while nothing does. */
  text: { follow: string; waiting: string | null }
}

/** Whether a list follows what happens, what waits to be shown, and how the connection is. */
export function LiveTools({ follows, follow, show, text, ...mark }: LiveToolsProps) {
  return (
    <>
      <label className="switch small">
        <input
          type="checkbox"
          role="switch"
          checked={follows}
          aria-checked={follows}
          onChange={({ target }) => follow(target.checked)}
        />
        <span>{text.follow}</span>
      </label>
      {text.waiting && (
        <button type="button" className="btn sm" onClick={show}>
          {text.waiting}
        </button>
      )}
      <LiveMark {...mark} />
    </>
  )
}
