export const SORTS = ['category', 'score', 'solves'] as const
export type Sort = (typeof SORTS)[number]

/** Filters of the notices (docs/rules/interface.md#notices-panel). */
export const TABS = ['all', 'challenge', 'events', 'game'] as const
export type Tab = (typeof TABS)[number]

export const SHOWN = ['all', 'tried', 'solved', 'instance'] as const
export type Show = (typeof SHOWN)[number]

export const PARTS = ['text', 'solvers', 'tries'] as const
export type Part = (typeof PARTS)[number]

/** State of the page in its address: every view is a link. */
export interface Query {
  /** Its name in lower case. */
  category: string | null
  sort: Sort
  search: string
  hideSolved: boolean
  show: Show
  tab: Tab
  older: boolean
  open: number | null
  part: Part
  /** Page of the list in that part, from 1. */
  page: number
  submission: number | null
  /** An administrator who plays sees the page as non-players do. */
  preview?: true
}

const MAX_SEARCH_LENGTH = 100
/** Far beyond any list, and within the database's integers. */
const MAX_PAGES = 1_000_000

const oneOf = <T extends string>(values: readonly T[], text: string | null): T =>
  values.find((value) => value === text) ?? values[0]!

function idOf(text: string | null): number | null {
  return text && /^\d{1,10}$/.test(text) && Number(text) < 2 ** 31 ? Number(text) : null
}

/** Parses the query string; invalid values count as absent. */
export function readQuery(params: URLSearchParams): Query {
  return {
    category: params.get('cat')?.toLowerCase().slice(0, MAX_SEARCH_LENGTH) || null,
    sort: oneOf(SORTS, params.get('sort')),
    search: (params.get('q') ?? '').trim().slice(0, MAX_SEARCH_LENGTH),
    hideSolved: params.get('hide') === '1',
    show: oneOf(SHOWN, params.get('f')),
    tab: oneOf(TABS, params.get('n')),
    older: params.get('older') === '1',
    open: idOf(params.get('c')),
    part: oneOf(PARTS, params.get('t')),
    page: Math.min(idOf(params.get('p')) || 1, MAX_PAGES),
    submission: idOf(params.get('s')),
    ...(params.get('preview') === '1' && { preview: true })
  }
}

/** Fields of the address; defaults are left out. */
export function fieldsOf(query: Query): [name: string, value: string][] {
  const fields: [string, string | null][] = [
    ['cat', query.category],
    ['sort', query.sort === SORTS[0] ? null : query.sort],
    ['q', query.search || null],
    ['hide', query.hideSolved ? '1' : null],
    ['f', query.show === SHOWN[0] ? null : query.show],
    ['n', query.tab === TABS[0] ? null : query.tab],
    ['older', query.older ? '1' : null],
    ['c', query.open === null ? null : String(query.open)],
    ['t', query.open === null || query.part === PARTS[0] ? null : query.part],
    ['p', query.open === null || query.part === PARTS[0] || query.page === 1 ? null : String(query.page)],
    ['s', query.open === null || query.submission === null ? null : String(query.submission)],
    ['preview', query.preview ? '1' : null]
  ]
  return fields.filter((field): field is [string, string] => field[1] !== null)
}

/** True if the server has to search. */
export const needsServer = ({ search, show }: Pick<Query, 'search' | 'show'>): boolean =>
  search !== '' || show === 'tried' || show === 'instance'

/** Address of the challenges page of a game with this query. */
export function hrefOf(gameId: number, query: Query): string {
  const fields = new URLSearchParams(fieldsOf(query)).toString()
  return `/games/${gameId}/Challenges${fields && `?${fields}`}`
}
