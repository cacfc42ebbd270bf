import type { Highlights } from '~/app/components/game/highlights'
import { type Blood, Pennant } from '~/app/components/game/Pennant'
import { useText } from '~/app/i18n/text'

const BLOODS: Record<number, string> = { 1: 'first', 2: 'second', 3: 'third' }

/** Bloods as lines of team, challenge and age. */
export function LatestBloods({ bloods }: { bloods: Highlights['latest'] }) {
  const t = useText()
  return (
    <>
      {bloods.length === 0 && <p className="muted">{t('home:blood.none')}</p>}
      <ol className="bloods">
        {bloods.map(({ title, name, place, ago }) => (
          <li key={`${place} ${title}`} className="blood-line">
            <Pennant blood={place as Blood} label={t(`home:blood.${BLOODS[place]}`)} />
            <span>
              <bdi>{name}</bdi>
              <span className="faint">
                {' · '}
                <bdi>{title}</bdi>, {t('home:blood.ago', { span: ago })}
              </span>
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}
