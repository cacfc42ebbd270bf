import { useLocation } from '@remix-run/react'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { hrefWith, type PageOf } from '~/app/request/paging'
import { Pagination } from './Pagination'

interface ListFootProps {
  place: Omit<PageOf<unknown>, 'rows'>
  label: string
}

/** Range of a list that is shown, and its pages (`?page=`). */
export function ListFoot({ place: { page, pages, from, to, total }, label }: ListFootProps) {
  const t = useText()
  const { number } = useFormat()
  const here = useLocation()
  if (total === 0) return null
  return (
    <div className="table-foot">
      <span>{t(label, { from: number(from), to: number(to), total: number(total) })}</span>
      <Pagination page={page} pages={pages} href={(wanted) => hrefWith(here, { page: String(wanted) })} />
    </div>
  )
}
