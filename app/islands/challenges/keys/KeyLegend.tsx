import { useText } from '~/app/islands/runtime/text'

const LEGEND: [keys: string[], what: string][] = [
  [['/'], 'find'],
  [['J', 'K'], 'move'],
  [['Enter'], 'open'],
  [['[', ']'], 'category'],
  [['U'], 'hide'],
  [['F'], 'flag'],
  [['Esc'], 'close'],
  [['G', 'S'], 'scoreboard'],
  [['G', 'O'], 'overview']
]

/** Which keys do what, and the switch that puts the single ones to rest. */
export function KeyLegend({ on, toggle }: { on: boolean; toggle(): void }) {
  const t = useText()
  return (
    <section className="keys js-only" aria-label={t('challenges:keys.title')}>
      {on &&
        LEGEND.map(([keys, what]) => (
          <span key={what}>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}{' '}
            {t(`challenges:keys.${what}`)}
          </span>
        ))}
      <button type="button" className="link small" onClick={toggle}>
        {t(on ? 'challenges:keys.off' : 'challenges:keys.on')}
      </button>
    </section>
  )
}
