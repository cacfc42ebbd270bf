import { useText } from '~/app/i18n/text'

const BARS = [1, 2, 3, 4]
const TONES: Record<number, string> = { 2: ' medium', 3: ' strong', 4: ' strong' }

/** Strength of a signal, 1 to 4, as bars and a word (docs/rules/signals.md#strength). */
export function Strength({ of }: { of: number }) {
  const t = useText()
  return (
    <span className={`strength${TONES[of] ?? ''}`}>
      <svg viewBox="0 0 27 16" aria-hidden="true" focusable="false">
        {BARS.map((bar) => (
          <rect
            key={bar}
            className={bar <= of ? 'on' : undefined}
            x={(bar - 1) * 7}
            y={16 - bar * 4}
            width="5"
            height={bar * 4}
            rx="1"
          />
        ))}
      </svg>
      {t(`monitor:signals.strength.${of}`)}
    </span>
  )
}
