interface KeyLegendProps {
  /** Keys, and the words for what they do. */
  entries: readonly (readonly [keys: readonly string[], what: string])[]
  on: boolean
  toggle(): void
  /** What the switch says while the keys work, and while they rest. */
  off: string
  onAgain: string
}

/** Which keys do what, and the switch that puts them to rest (WCAG 2.1.4). Stands in an element of the caller's. */
export function KeyLegend({ entries, on, toggle, off, onAgain }: KeyLegendProps) {
  return (
    <>
      {on &&
        entries.map(([keys, what]) => (
          <span key={what}>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}{' '}
            {what}
          </span>
        ))}
      <button type="button" className="link small" onClick={toggle}>
        {on ? off : onAgain}
      </button>
    </>
  )
}
