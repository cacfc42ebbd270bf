import { useText } from '~/app/i18n/text'

/** Anchors and titles of the panels, in their order. */
const PARTS = [
  ['basics', 'admin:game.basics'],
  ['participation', 'admin:game.participation'],
  ['content', 'admin:game.content'],
  ['rules', 'admin:game.rules'],
  ['bloods', 'admin:game.bloods'],
  ['writeups', 'admin:game.writeups'],
  ['certificates', 'cards:certificates'],
  ['pause', 'admin:pause.title'],
  ['freeze', 'admin:freeze.title'],
  ['results', 'site:title'],
  ['danger', 'admin:danger.title']
] as const

/** Links to the panels of a page that is many screens long. */
export function InfoParts({ pauses }: { pauses: boolean }) {
  const t = useText()
  return (
    <nav className="row small parts" aria-label={t('docs:on_page')}>
      {PARTS.filter(([anchor]) => pauses || anchor !== 'pause').map(([anchor, title]) => (
        <a key={anchor} className="link" href={`#${anchor}`}>
          {t(title)}
        </a>
      ))}
    </nav>
  )
}
