import { useLocation } from '@remix-run/react'
import { SearchField } from '~/app/components/form/SearchField'
import { useText } from '~/app/i18n/text'
import { hrefWith } from '~/app/request/paging'
import { FilterSelect } from '~/app/routes/admin/FilterSelect'
import {
  CHALLENGE_STATES,
  type ChallengeFilter,
  type ChallengeSort,
  type ChallengeState
} from './challenge-list'

interface ChallengeToolsProps {
  filter: ChallengeFilter
  sort: ChallengeSort
  categories: string[]
  counts: Record<ChallengeState, number>
}

export function ChallengeTools({ filter, sort, categories, counts }: ChallengeToolsProps) {
  const t = useText()
  const here = useLocation()
  const tab = (state: ChallengeState | null, count: number) => (
    <a
      key={state ?? 'all'}
      href={hrefWith(here, { state })}
      aria-current={filter.state === state ? 'true' : undefined}
    >
      {t(`admin:challenges.${state ?? 'all'}`)} {count}
    </a>
  )
  return (
    <div className="table-tools">
      <nav className="segmented" aria-label={t('admin:challenges.state')}>
        {tab(
          null,
          CHALLENGE_STATES.reduce((sum, state) => sum + counts[state], 0)
        )}
        {CHALLENGE_STATES.map((state) => tab(state, counts[state]))}
      </nav>
      <form className="filters" method="get" action={here.pathname}>
        {filter.state && <input type="hidden" name="state" value={filter.state} />}
        {sort.order && <input type="hidden" name="sort" value={`${sort.reversed ? '-' : ''}${sort.order}`} />}
        <SearchField name="q" label={t('admin:challenges.find')} value={filter.q} />
        <FilterSelect
          name="category"
          label={t('admin:challenges.category')}
          all={t('admin:challenges.all_categories')}
          value={filter.category}
          options={categories.map((category) => ({ value: category, text: category }))}
        />
        <button type="submit" className="btn">
          {t('admin:filter')}
        </button>
      </form>
    </div>
  )
}
