import { useText } from '~/app/i18n/text'

/** Links to the standings of seasons; nothing without any. */
export function SeasonLinks({ seasons }: { seasons: readonly { id: number; title: string }[] }) {
  const t = useText()
  if (seasons.length === 0) return null
  return (
    <nav className="row" aria-label={t('seasons:label')}>
      <span className="muted">{t('seasons:links')}</span>
      {seasons.map(({ id, title }) => (
        <a key={id} className="link" href={`/seasons/${id}`}>
          <bdi>{title}</bdi>
        </a>
      ))}
    </nav>
  )
}
