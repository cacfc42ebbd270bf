import { useText } from '~/app/i18n/text'
import { KEYS_ID } from './use-keys'

interface KeyLegendProps {
  entries: readonly (readonly [keys: readonly string[], what: string])[]
  on: boolean
  toggle(): void
  off: string
  onAgain: string
}

const SHORT = 5

/** Attribute that React 18 does not know. */
const OPENS = { popovertarget: KEYS_ID }
const POPOVER = { popover: '' }

/** All keys in a popover that `?` opens, and the switch that turns them off (WCAG 2.1.4). */
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
