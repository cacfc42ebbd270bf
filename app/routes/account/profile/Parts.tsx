import { useText } from '~/app/i18n/text'

/** Anchors and titles of the sections that every profile has, in their order. */
const PARTS = [
  ['person', 'account:profile.person'],
  ['page', 'account:page.title'],
  ['email', 'account:email_change.title'],
  ['password', 'account:password_change.title'],
  ['factors', 'factors:title'],
  ['devices', 'account:sessions.title'],
  ['push', 'push:title'],
  ['tokens', 'tokens:title'],
  ['data', 'account:data.title'],
  ['appearance', 'account:appearance.title']
] as const

/** Links to the sections of the profile. */
export function Parts() {
  const t = useText()
  return (
    <nav className="row small" aria-label={t('docs:on_page')}>
      {PARTS.map(([anchor, title]) => (
        <a key={anchor} className="link" href={`#${anchor}`}>
          {t(title)}
        </a>
      ))}
    </nav>
  )
}
