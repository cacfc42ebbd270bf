import { type FormEvent, type MouseEvent, type ReactNode, useEffect, useMemo, useRef } from 'react'
import { SearchIcon } from '~/app/components/icons'
import { useFormat } from '~/app/islands/runtime/words/format'
import { useText } from '~/app/islands/runtime/words/text'
import type { CountryTeams, Division } from './props'
import { countryIn, fieldsOf, type Query } from './query'

export const SEARCH_ID = 'find-team'

interface ToolsProps {
  query: Query
  divisions: readonly Division[]
  countries: readonly CountryTeams[]
  teams: number
  link(query: Query): { href: string; onClick(event: MouseEvent): void }
  /** Searches in the browser; null while only the server can. */
  onSearch: ((words: string) => void) | null
  onCountry: ((country: string | null) => void) | null
  children: ReactNode
}

export function Tools({
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
  const { number } = useFormat()
  const tab = (division: string | null, name: ReactNode, count: number) => (
    <a
      key={division}
      {...link({ ...query, division, page: 1 })}
      aria-current={query.division === division ? 'true' : undefined}
    >
      {name} <span className="count">{number(count)}</span>
    </a>
  )
  const field = useSearch(query.search, onSearch)
  return (
    <div className="sb-tools">
      {divisions.length > 0 && (
        <nav className="tabs" aria-label={t('scoreboard:divisions')}>
          {tab(null, t('scoreboard:all'), teams)}
          {divisions.map(({ name, teams: count }) => tab(name, <bdi>{name}</bdi>, count))}
        </nav>
      )}
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
          {countries.length > 0 && <Countries {...{ countries, onCountry }} chosen={query.country} />}
        </form>
      </search>
      {children}
    </div>
  )
}

interface CountriesProps extends Pick<ToolsProps, 'countries' | 'onCountry'> {
  chosen: string | null
}

/** Without script the search field's form sends the choice. */
function Countries({ countries, chosen, onCountry }: CountriesProps) {
  const t = useText()
  const { number, country } = useFormat()
  const options = useMemo(
    () =>
      countries
        .map(({ code, teams }) => ({ code, name: country(code), teams }))
        .sort((a, b) => a.name.localeCompare(b.name)),
    [countries, country]
  )
  return (
    <>
      <select
        className="select"
        name="country"
        aria-label={t('scoreboard:country')}
        value={countryIn(countries, chosen) ?? ''}
        onChange={({ target }) =>
          onCountry ? onCountry(target.value || null) : target.form?.requestSubmit()
        }
      >
        <option value="">{t('scoreboard:countries')}</option>
        {options.map(({ code, name, teams }) => (
          // Browsers may know a country by another name than the server.
          <option key={code} value={code} suppressHydrationWarning>
            {`${name} (${number(teams)})`}
          </option>
        ))}
      </select>
      <button type="submit" className="btn no-js-only">
        {t('scoreboard:filter')}
      </button>
    </>
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
