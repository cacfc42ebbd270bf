import { useLocation } from '@remix-run/react'
import { useFormat } from '~/app/islands/runtime/words/format'
import { useText } from '~/app/islands/runtime/words/text'
import { hrefWith, type PageOf } from '~/app/request/paging'
import { Pagination } from './Pagination'

interface ListFootProps {
  place: Omit<PageOf<unknown>, 'rows'>
  /** Key of a text with `from`, `to` and `total`. */
  label: string
}

/** Under a list that is not empty: which part of it this is, and the way to the others by `?page=` of this address. */
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
