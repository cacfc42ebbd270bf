import type { ComponentProps } from 'react'
import { LiveMark } from './LiveMark'

interface LiveToolsProps extends ComponentProps<typeof LiveMark> {
  follows: boolean
  follow(on: boolean): void
  show(): void
  /** Labels of the switch and of the button for waiting rows; null while none wait. */
  text: { follow: string; waiting: string | null }
}

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
