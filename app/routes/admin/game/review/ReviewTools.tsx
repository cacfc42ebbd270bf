import { useLocation } from '@remix-run/react'
import { SearchField } from '~/app/components/form/SearchField'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import choice from '~/app/islands/choice'
import { Island } from '~/app/islands/runtime/island'
import { hrefWith } from '~/app/request/paging'
import type { ReviewFilter, StoredStatus } from '~/server/participations/contract'
import { STATUSES } from './status-moves'

interface ReviewToolsProps {
  counts: Record<StoredStatus, number>
  divisions: string[]
  filter: ReviewFilter
}

export function ReviewTools({ counts, divisions, filter }: ReviewToolsProps) {
  const t = useText()
  const { number } = useFormat()
  const here = useLocation()
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const tab = (status: StoredStatus | null, label: string, count: number) => (
    <a
      key={label}
      href={hrefWith(here, { status })}
      aria-current={filter.status === status ? 'true' : undefined}
    >
      {label} {number(count)}
    </a>
  )
  return (
    <div className="table-tools">
      <nav className="segmented" aria-label={t('admin:review.status')}>
        {tab(null, t('admin:review.all'), all)}
        {STATUSES.map((status) => tab(status, t(`admin:status.${status}`), counts[status]))}
      </nav>
      <form className="filters" method="get" action={here.pathname}>
        {filter.status && <input type="hidden" name="status" value={filter.status} />}
        <SearchField name="q" label={t('admin:review.find')} value={filter.search} />
        {divisions.length > 0 && (
          <Island
            of={choice}
            props={{
              name: 'division',
              label: t('admin:review.division'),
              all: t('admin:review.all_divisions'),
              value: filter.division,
              options: divisions.map((division) => ({ value: division, text: division }))
            }}
          />
        )}
        <button type="submit" className="btn">
          {t('admin:filter')}
        </button>
      </form>
    </div>
  )
}
