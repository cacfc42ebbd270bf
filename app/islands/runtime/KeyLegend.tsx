import { KEYS_ID } from './use-keys'
import { useText } from './words/text'

interface KeyLegendProps {
  /** Keys, and the words for what they do; those that most need first. */
  entries: readonly (readonly [keys: readonly string[], what: string])[]
  on: boolean
  toggle(): void
  /** What the switch says while the keys work, and while they rest. */
  off: string
  onAgain: string
}

/** How many are always in sight. */
const SHORT = 5

/** Attributes that React 18 does not know yet. */
const OPENS = { popovertarget: KEYS_ID }
const POPOVER = { popover: '' }

/**
 * Which keys do what, all of them in a popover that the key `?` opens, and the switch that puts them to rest (WCAG 2.1.4).
 * Stands in an element of the caller's.
 */
export function KeyLegend({ entries, on, toggle, off, onAgain }: KeyLegendProps) {
  const t = useText()
  const title = t('common:all_keys')
  return (
    <>
      {on && entries.slice(0, SHORT).map((entry) => <Entry key={entry[1]} entry={entry} />)}
      {on && (
        <button type="button" className="link small" {...OPENS}>
          <kbd>?</kbd> {title}
        </button>
      )}
      <button type="button" className="link small" onClick={toggle}>
        {on ? off : onAgain}
      </button>
      <section className="confirm all-keys" id={KEYS_ID} aria-label={title} {...POPOVER}>
        <h2>{title}</h2>
        {entries.map((entry) => (
          <Entry key={entry[1]} entry={entry} />
        ))}
        <Entry entry={[['Ctrl', 'K'], t('common:palette_key')]} />
        <button type="button" className="btn" {...OPENS}>
          {t('common:close')}
        </button>
      </section>
    </>
  )
}

function Entry({ entry: [keys, what] }: { entry: KeyLegendProps['entries'][number] }) {
  return (
    <span>
      {keys.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}{' '}
      {what}
    </span>
  )
}
