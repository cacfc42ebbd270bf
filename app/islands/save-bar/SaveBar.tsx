import { useRef } from 'react'
import { useText } from '~/app/i18n/text'
import { useChanges } from './use-changes'
import { useGuard } from './use-guard'

interface SaveBarProps {
  href: string
  draft: boolean
  label: string
}

const NAMED = 3

/** With script the bar floats and names unsaved fields, saves by Ctrl S, and warns before changes are lost. */
export function SaveBar({ href, draft, label }: SaveBarProps) {
  const t = useText()
  const bar = useRef<HTMLElement>(null)
  const changes = useChanges(bar)
  const unsaved = draft || changes.length > 0
  useGuard(bar, unsaved)
  const more = changes.length - NAMED
  const fields = [...changes.slice(0, NAMED), ...(more > 0 ? [t('editor:more', { count: more })] : [])]
  return (
    <section className="save-bar" ref={bar} aria-label={label} data-unsaved={unsaved ? '' : undefined}>
      <span className="dirty" role="status">
        {unsaved && (
          <>
            <span className="dot warn" aria-hidden="true" />
            {changes.length > 0
              ? t('editor:unsaved_fields', { fields: fields.join(', ') })
              : t('editor:unsaved')}
          </>
        )}
      </span>
      <span className="push" />
      <a className="btn ghost" href={href}>
        {t('editor:discard')}
      </a>
      <button
        type="submit"
        className="btn primary"
        name="intent"
        value="save"
        aria-keyshortcuts="Control+S Meta+S"
      >
        {label}
        <span className="contents" aria-hidden="true">
          <kbd className="js-only">Ctrl S</kbd>
        </span>
      </button>
    </section>
  )
}
