import type { ReactNode } from 'react'
import { EmptyState } from '~/app/components/EmptyState'
import { SearchField } from '~/app/components/form/SearchField'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'

interface ListHeadProps {
  title: string
  /** Null while not all are listed. */
  count: number | null
  /** A search by `?q=`; absent where it is not needed. */
  find?: { href: string; label: string; q: string } | false
  children?: ReactNode
}

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

/** Shown when a search or filter finds nothing. `href`: the whole list. */
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
