import { useLocation } from '@remix-run/react'
import { SearchField } from '~/app/components/SearchField'
import { useText } from '~/app/islands/runtime/text'
import { hrefWith } from '~/app/request/paging'
import { ROLES, type Role } from '~/server/accounts/contract'
import { type Sort, sortText } from './sort'

export interface ShownFilter {
  /** Blank = all. */
  q: string
  role: Role | null
  /** Null = both. */
  active: boolean | null
}

/** Role as links, words and activity as a form that asks; each keeps the others. */
export function UsersTools({ filter, sort }: { filter: ShownFilter; sort: Sort }) {
  const t = useText()
  const here = useLocation()
  const sorted = sortText(sort)
  const tab = (role: Role | null, label: string) => (
    <a
      key={label}
      href={hrefWith(here, { role, user: null, new: null })}
      aria-current={filter.role === role ? 'true' : undefined}
    >
      {label}
    </a>
  )
  return (
    <div className="table-tools">
      <nav className="segmented" aria-label={t('users:column.role')}>
        {tab(null, t('users:all'))}
        {[...ROLES].reverse().map((role) => tab(role, t(`users:role.${role}`)))}
      </nav>
      <form className="filters" method="get" action={here.pathname}>
        {filter.role && <input type="hidden" name="role" value={filter.role} />}
        {sorted && <input type="hidden" name="sort" value={sorted} />}
        <SearchField name="q" label={t('users:find')} value={filter.q} />
        <select
          className="select"
          name="active"
          aria-label={t('users:column.active')}
          defaultValue={filter.active === null ? '' : String(filter.active)}
        >
          <option value="">{t('users:active_or_not')}</option>
          <option value="true">{t('users:active')}</option>
          <option value="false">{t('users:inactive')}</option>
        </select>
        <button type="submit" className="btn">
          {t('admin:filter')}
        </button>
      </form>
    </div>
  )
}
