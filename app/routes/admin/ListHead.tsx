import type { ReactNode } from 'react'
import { EmptyState } from '~/app/components/EmptyState'
import { SearchField } from '~/app/components/form/SearchField'
import { useFormat } from '~/app/islands/runtime/words/format'
import { useText } from '~/app/islands/runtime/words/text'

interface ListHeadProps {
  title: string
  /** How many there are; null while not all are listed. */
  count: number | null
  /** A search by `?q=`; absent where there is nothing to find, or a better tool. */
  find?: { href: string; label: string; q: string } | false
  /** What else can be done. */
  children?: ReactNode
}

/** The heading of a list: how long it is, and the way to find something in it. */
export function ListHead({ title, count, find, children }: ListHeadProps) {
  const { number } = useFormat()
  return (
    <div className="page-head">
      <h1>{title}</h1>
      {count !== null && <span className="sub">{number(count)}</span>}
      <div className="actions">
        {find && (
          <form method="get" action={find.href}>
            <SearchField name="q" label={find.label} value={find.q} />
          </form>
        )}
        {children}
      </div>
    </div>
  )
}

/** In place of a list that a search or filter leaves empty. `href`: the whole list. */
export function NothingFits({ title, href }: { title: string; href: string }) {
  const t = useText()
  return (
    <EmptyState
      title={title}
      action={
        <a className="btn" href={href}>
          {t('admin:clear')}
        </a>
      }
    />
  )
}
