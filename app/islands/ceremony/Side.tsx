import { Category } from '~/app/components/game/Category'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import type { CeremonyScene } from '~/server/freeze/ceremony/contract'

export function Side({ scene: { blood, moves, sealed } }: { scene: CeremonyScene }) {
  const t = useText()
  const { number } = useFormat()
  return (
    <aside className="rv-side" aria-label={t('ceremony:side')}>
      {blood && (
        <div className="pj-blood">
          <div className="flagrow">
            <i className="blood" data-blood="1">
              1
            </i>
            <span>{t('ceremony:blood')}</span>
          </div>
          <div className="who">
            <bdi>{blood.name}</bdi>
          </div>
          <div className="what">
            {blood.category && <Category category={blood.customCategory ?? blood.category} />}
            <bdi>{blood.title}</bdi>
            <b className="push">{number(blood.to.score - blood.from.score)}</b>
          </div>
        </div>
      )}
      {moves.length > 0 && (
        <div>
          <h2>{t('ceremony:moves')}</h2>
          <ol className="moves">
            {moves.map(({ name, from, to }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a team may move twice
              <li key={`${name} ${index}`}>
                <span
                  className={`delta ${from > to ? 'up' : from < to ? 'down' : 'same'}`}
                  aria-hidden="true"
                >
                  {Math.abs(from - to) || null}
                </span>
                <span className="truncate">
                  <bdi>{name}</bdi>
                </span>
                <span className="s">{from === to ? from : `${from} → ${to}`}</span>
              </li>
            ))}
          </ol>
        </div>
      )}
      <div className="push-b">
        <h2>{t('ceremony:still')}</h2>
        <p>{t('ceremony:still_text', { cells: number(sealed.cells), teams: number(sealed.teams) })}</p>
      </div>
    </aside>
  )
}
