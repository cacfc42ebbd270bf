import { CategoryIcon, categoryKey } from '~/app/components/game/Category'
import { ListIcon } from '~/app/components/icons'
import { useText } from '~/app/i18n/text'
import { categoryName } from '~/server/categories/constants'
import { usePage } from '../page'
import { type Count, keyOf } from './arrange'

export function CategoryTabs({ counts }: { counts: Count[] }) {
  const t = useText()
  return (
    <nav className="cat-list" aria-label={t('challenges:categories')}>
      {counts.map((count) => (
        <Line key={keyOf(count)} count={count} />
      ))}
    </nav>
  )
}

function Line({ count }: { count: Count }) {
  const { category, solved, total } = count
  const t = useText()
  const { query, playing, link } = usePage()
  const key = keyOf(count)
  const current = query.category === key
  return (
    <>
      <a
        {...link({ ...query, category: key, open: null })}
        data-category={category ? categoryKey(category) : undefined}
        className={solved === total && total > 0 ? 'done' : undefined}
        aria-current={current ? 'true' : undefined}
      >
        {category ? <CategoryIcon category={category} /> : <ListIcon />}
        <span>{category ? categoryName(category) : t('challenges:all')}</span>
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
