import { useText } from '~/app/islands/runtime/text'

interface KeyLegendProps {
  on: boolean
  toggle(): void
  /** The reader has a row of their own. */
  own: boolean
}

/** Which keys do what, and the switch that puts them to rest (WCAG 2.1.4). */
export function KeyLegend({ on, toggle, own }: KeyLegendProps) {
  const t = useText()
  const legend: [keys: string[], what: string][] = [
    [['/'], 'find'],
    [['J', 'K'], 'rows'],
    ...(own ? [[['.'], 'own'] as [string[], string]] : []),
    [['Enter'], 'open'],
    [['P'], 'projector']
  ]
  return (
    <div className="key-line js-only">
      {on &&
        legend.map(([keys, what]) => (
          <span key={what}>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}{' '}
            {t(`scoreboard:keys.${what}`)}
          </span>
        ))}
      <button type="button" className="link small" onClick={toggle}>
        {t(on ? 'scoreboard:keys.off' : 'scoreboard:keys.on')}
      </button>
    </div>
  )
}
