import { type FormEvent, type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { SearchIcon } from '~/app/components/icons'
import { useText } from '~/app/i18n/text'
import { DivisionTabs } from './DivisionTabs'
import type { Division, ScoreboardProps } from './props'
import { fieldsOf, type Query, SEARCH_ID } from './query'

interface ToolsProps {
  query: Query
  divisions: readonly Division[]
  countries: ScoreboardProps['countries']
  teams: number
  link(query: Query): { href: string; onClick(event: MouseEvent): void }
  /** Searches in the browser; null while only the server can. */
  onSearch: ((words: string) => void) | null
  /** Chooses in the browser; null while only the server can. */
  onCountry: ((code: string | null) => void) | null
  children: ReactNode
}

export function BoardTools({
  query,
  divisions,
  countries,
  teams,
  link,
  onSearch,
  onCountry,
  children
}: ToolsProps) {
  const t = useText()
  const field = useSearch(query.search, onSearch)
  return (
    <div className="sb-tools">
      <DivisionTabs
        {...{ divisions, teams }}
        chosen={query.division}
        link={(division) => link({ ...query, division, page: 1 })}
      />
      <search>
        <form
          className="row-tight"
          method="get"
          onSubmit={(event: FormEvent) => onSearch && event.preventDefault()}
        >
          {fieldsOf({ ...query, country: null, search: '', page: 1, team: null }).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <span className="search">
            <SearchIcon />
            <input
              ref={field}
              className="input"
              id={SEARCH_ID}
              type="search"
              name="q"
              maxLength={100}
              defaultValue={query.search}
              onChange={(event) => onSearch?.(event.target.value.trim())}
              placeholder={t('scoreboard:find')}
              aria-label={t('scoreboard:find')}
            />
            <kbd className="js-only">/</kbd>
          </span>
          {countries.length > 0 && (
            <>
              <select
                className="select"
                name="country"
                aria-label={t('scoreboard:country')}
                value={query.country ?? ''}
                onChange={({ target }) =>
                  onCountry ? onCountry(target.value || null) : target.form?.submit()
                }
              >
                <option value="">{t('scoreboard:countries')}</option>
                {countries.map(([code, name]) => (
                  <option key={code} value={code}>
                    {name}
                  </option>
                ))}
              </select>
              <button type="submit" className="btn no-js-only">
                {t('scoreboard:filter')}
              </button>
            </>
          )}
        </form>
      </search>
      {children}
    </div>
  )
}

/** Content of the search field, including words typed before the script ran. */
function useSearch(search: string, onSearch: ToolsProps['onSearch']) {
  const field = useRef<HTMLInputElement>(null)
  const latest = useRef(onSearch)
  const first = useRef(search)
  latest.current = onSearch
  const ready = onSearch !== null
  useEffect(() => {
    const words = field.current?.value.trim() ?? ''
    if (ready && words !== first.current) latest.current?.(words)
  }, [ready])
  useEffect(() => {
    if (field.current && latest.current && field.current.value.trim() !== search) field.current.value = search
  }, [search])
  return field
}
