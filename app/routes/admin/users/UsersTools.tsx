import { useLocation } from '@remix-run/react'
import { SearchField } from '~/app/components/form/SearchField'
import { useText } from '~/app/i18n/text'
import { hrefWith } from '~/app/request/paging'
import { FilterSelect } from '~/app/routes/admin/FilterSelect'
import { ROLES, type Role } from '~/server/access/contract'
import { type Sort, sortText } from './sort'

interface ShownFilter {
  q: string
  role: Role | null
  /** Null: both. */
  active: boolean | null
}

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
        <FilterSelect
          name="active"
          label={t('users:column.active')}
          all={t('users:active_or_not')}
          value={filter.active === null ? null : String(filter.active)}
          options={[
            { value: 'true', text: t('users:active') },
            { value: 'false', text: t('users:inactive') }
          ]}
        />
        <button type="submit" className="btn">
          {t('admin:filter')}
        </button>
      </form>
    </div>
  )
}
