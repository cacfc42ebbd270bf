import { type FormEvent, type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import { FilterIcon } from '~/app/components/challenge-icons'
import { MegaphoneIcon, SearchIcon } from '~/app/components/icons'
import { useText } from '~/app/i18n/text'
import { NOTICES_ID } from '../news/Notices'
import { usePage } from '../page'
import { fieldsOf, hrefOf, type Query, SHOWN, SORTS } from '../query'

export const SEARCH_ID = 'find'
const FILTERS_ID = 'filters'

// React does not know these attributes yet.
const POPOVER = { popover: '' }
const OPENS = { popovertarget: FILTERS_ID }

/** Milliseconds after the last key until the address changes (docs/rules/interface.md#refresh). */
const DEBOUNCE_MS = 400

export function BoardFilters() {
  const t = useText()
  const { query, playing, link } = usePage()
  return (
    <div className="board-tools">
      {playing && (
        <a className="btn sm to-notices" href={`#${NOTICES_ID}`}>
          <MegaphoneIcon />
          <span>{t('challenges:notices.jump')}</span>
        </a>
      )}
      <Search />
      <FiltersButton query={query} />
      {/* Beside the search where there is room, else a popover (board.css). */}
      <div className="board-filters" id={FILTERS_ID} {...POPOVER}>
        {playing && <OwnFilters />}
        <nav className="segmented" aria-label={t('challenges:order')}>
          {SORTS.map((sort) => (
            <a
              key={sort}
              {...link({ ...query, sort, open: null })}
              aria-current={query.sort === sort ? 'true' : undefined}
            >
              {t(`challenges:sort.${sort}`)}
            </a>
          ))}
        </nav>
      </div>
    </div>
  )
}

/** Shown on phones alone. */
function FiltersButton({ query: { sort, show, hideSolved } }: { query: Query }) {
  const t = useText()
  const on = sort !== 'category' || show !== 'all' || hideSolved
  return (
    <button type="button" className="btn to-filters" {...OPENS} data-on={on || undefined}>
      <FilterIcon />
      <span>{t('challenges:filters.open')}</span>
      {on && <span className="sr"> ({t('challenges:filters.on')})</span>}
    </button>
  )
}

function OwnFilters() {
  const t = useText()
  const { query, link } = usePage()
  return (
    <>
      {query.show !== 'solved' && <HideSolved />}
      <nav className="segmented" aria-label={t('challenges:show.label')}>
        {SHOWN.map((show) => (
          <a
            key={show}
            {...link({ ...query, show, open: null })}
            aria-current={query.show === show ? 'true' : undefined}
          >
            {t(`challenges:show.${show}`)}
          </a>
        ))}
      </nav>
    </>
  )
}

function Search() {
  const t = useText()
  const { gameId, query, go } = usePage()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(query.search)
  // The reader may have typed before the script ran.
  useEffect(() => setText(field.current!.value), [])
  const requested = useRef(query.search)
  useEffect(() => {
    // Takes over a search from elsewhere, never one that is being typed.
    if (query.search !== requested.current) setText(query.search)
    requested.current = query.search
  }, [query.search])
  const search = useCallback(() => {
    requested.current = text.trim()
    go({ ...query, search: requested.current })
  }, [text, query, go])
  useEffect(() => {
    if (text.trim() === query.search) return
    const timer = setTimeout(search, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text, query.search, search])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    search()
  }
  const kept = fieldsOf({ ...query, search: '', open: null })
  return (
    <search className="contents">
      <form
        className="search"
        method="get"
        action={hrefOf(gameId, { ...query, open: null }).split('?')[0]}
        onSubmit={submit}
      >
        <SearchIcon />
        <input
          ref={field}
          id={SEARCH_ID}
          className="input"
          type="search"
          name="q"
          value={text}
          onChange={(event) => setText(event.target.value)}
          placeholder={t('challenges:find')}
          aria-label={t('challenges:find')}
          maxLength={100}
          autoComplete="off"
        />
        {kept.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <kbd className="js-only">/</kbd>
      </form>
    </search>
  )
}

function HideSolved() {
  const t = useText()
  const { query, link, go } = usePage()
  const next = { ...query, hideSolved: !query.hideSolved, open: null }
  const space = (event: KeyboardEvent) => {
    if (event.key !== ' ') return
    event.preventDefault()
    go(next)
  }
  return (
    <a
      className="switch"
      role="switch"
      aria-checked={query.hideSolved}
      data-selected={query.hideSolved || undefined}
      {...link(next)}
      onKeyDown={space}
    >
      <span className="indicator" />
      <span>{t('challenges:hide_solved')}</span>
    </a>
  )
}
