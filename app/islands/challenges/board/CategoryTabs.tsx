import { CategoryIcon, categoryKey } from '~/app/components/game/Category'
import { ListIcon } from '~/app/components/icons'
import { useText } from '~/app/i18n/text'
import { usePage } from '../page'
import type { Count } from './arrange'

export function CategoryTabs({ counts }: { counts: Count[] }) {
  const t = useText()
  return (
    <nav className="cat-list" aria-label={t('challenges:categories')}>
      {counts.map((count) => (
        <Line key={count.category ?? ''} count={count} />
      ))}
    </nav>
  )
}

function Line({ count: { category, solved, total } }: { count: Count }) {
  const t = useText()
  const { query, playing, link } = usePage()
  const current = query.category === category
  return (
    <>
      <a
        {...link({ ...query, category, open: null })}
        data-category={category ? categoryKey(category) : undefined}
        className={solved === total && total > 0 ? 'done' : undefined}
        aria-current={current ? 'true' : undefined}
      >
        {category ? <CategoryIcon category={category} /> : <ListIcon />}
        <span>{category ?? t('challenges:all')}</span>
        <span className="count">
          {playing ? (
            <>
              <span className="sr">{t('challenges:solved_of', { solved, total })}</span>
              <span aria-hidden="true">
                <b>{solved}</b>/{total}
              </span>
            </>
          ) : (
            total
          )}
        </span>
      </a>
      {!category && <hr />}
    </>
  )
}
