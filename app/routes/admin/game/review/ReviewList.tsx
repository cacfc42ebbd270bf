import { useLocation } from '@remix-run/react'
import { ReviewReason } from '~/app/components/form/ReviewReason'
import { CheckIcon } from '~/app/components/icons'
import { useText } from '~/app/i18n/text'
import rowPicks from '~/app/islands/row-picks'
import { Island } from '~/app/islands/runtime/island'
import { hrefWith } from '~/app/request/paging'
import { BULK_FORM, type BulkAct, BulkBar } from '~/app/routes/admin/Bulk'
import type { ParticipationInfo } from '~/server/participations/contract'
import type { RegistrationField } from '~/server/registration-fields/contract'
import { ReviewRow } from './ReviewRow'

interface ReviewListProps {
  rows: ParticipationInfo[]
  limit: number
  offered: string[]
  /** The questions at sign-up. */
  asked: readonly RegistrationField[]
}

export function ReviewList({ rows, limit, offered, asked }: ReviewListProps) {
  const t = useText()
  const { pathname, search } = useLocation()
  const act = (key: string, to: string): BulkAct => ({
    intent: `bulk-${to}`,
    label: t(`admin:review.${key}`),
    question: t(`admin:bulk.${to}`),
    danger: to !== 'Accepted',
    icon: to === 'Accepted' && <CheckIcon />,
    more: to !== 'Accepted' && <ReviewReason name={`reason-${to}`} />
  })
  return (
    <>
      <Island of={rowPicks} props={{ form: BULK_FORM }} />
      <div className="choosing">
        <div className="panel">
          <div className="review-head" aria-hidden="true">
            <span>{t('admin:review.head.team')}</span>
            <span>{t('admin:review.division')}</span>
            <span>{t('admin:review.head.players')}</span>
            <span>{t('admin:review.head.since')}</span>
            <span>{t('admin:review.status')}</span>
          </div>
          <ul className="review-list">
            {rows.map((row) => (
              <ReviewRow key={row.id} row={row} limit={limit} offered={offered} asked={asked} />
            ))}
          </ul>
        </div>
        <BulkBar
          action={pathname + search}
          acts={[act('accept', 'Accepted'), act('suspend', 'Suspended'), act('reject', 'Rejected')]}
        >
          {offered.length > 1 && (
            <span className="row-tight">
              <select name="division" className="select sm" aria-label={t('admin:review.to_division')}>
                {offered.map((name) => (
                  <option key={name}>{name}</option>
                ))}
              </select>
              <button type="submit" className="btn sm" name="intent" value="bulk-division">
                {t('admin:review.to_division')}
              </button>
            </span>
          )}
        </BulkBar>
      </div>
    </>
  )
}

export function RowsAPage({ size, sizes }: { size: number; sizes: number[] }) {
  const t = useText()
  const here = useLocation()
  return (
    <nav className="row small mt" aria-label={t('admin:bulk.rows')}>
      <span className="muted">{t('admin:bulk.rows')}</span>
      <span className="segmented">
        {sizes.map((one) => (
          <a
            key={one}
            href={hrefWith(here, { rows: one === sizes[0] ? null : String(one) })}
            aria-current={one === size ? 'true' : undefined}
          >
            {one}
          </a>
        ))}
      </span>
    </nav>
  )
}
