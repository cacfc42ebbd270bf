import { CHALLENGE_CATEGORIES } from '~/server/challenges/constants'

export const SORTS = ['category', 'score', 'solves'] as const
export type Sort = (typeof SORTS)[number]

/** Filters of the notices (docs/rules/interface.md#notices-panel). */
export const TABS = ['all', 'challenge', 'events', 'game'] as const
export type Tab = (typeof TABS)[number]

/** What the address says about the page: every view of it is a link. */
export interface Query {
  /** One of the 13; null for all. */
  category: string | null
  sort: Sort
  search: string
  hideSolved: boolean
  tab: Tab
  /** All notices, not only the newest. */
  older: boolean
  /** Id of the challenge whose dialog is open. */
  open: number | null
  /** Id of the submission whose verdict the dialog shows. */
  submission: number | null
  /** An administrator who plays wants to see the page as those who do not. */
  preview?: true
}

const LONGEST_SEARCH = 100

const oneOf = <T extends string>(values: readonly T[], text: string | null): T =>
  values.find((value) => value === text) ?? values[0]!

function idOf(text: string | null): number | null {
  return text && /^\d{1,10}$/.test(text) && Number(text) < 2 ** 31 ? Number(text) : null
}

/** Reads the query part of the address; anything odd counts as absent. */
export function readQuery(params: URLSearchParams): Query {
  const category = params.get('cat')?.toLowerCase()
  return {
    category: CHALLENGE_CATEGORIES.find((name) => name.toLowerCase() === category) ?? null,
    sort: oneOf(SORTS, params.get('sort')),
    search: (params.get('q') ?? '').trim().slice(0, LONGEST_SEARCH),
    hideSolved: params.get('hide') === '1',
    tab: oneOf(TABS, params.get('n')),
    older: params.get('older') === '1',
    open: idOf(params.get('c')),
    submission: idOf(params.get('s')),
    ...(params.get('preview') === '1' && { preview: true })
  }
}

/** The fields of the address; what is as by default is left out. */
export function fieldsOf(query: Query): [name: string, value: string][] {
  const fields: [string, string | null][] = [
    ['cat', query.category?.toLowerCase() ?? null],
    ['sort', query.sort === SORTS[0] ? null : query.sort],
    ['q', query.search || null],
    ['hide', query.hideSolved ? '1' : null],
    ['n', query.tab === TABS[0] ? null : query.tab],
    ['older', query.older ? '1' : null],
    ['c', query.open === null ? null : String(query.open)],
    ['s', query.open === null || query.submission === null ? null : String(query.submission)],
    ['preview', query.preview ? '1' : null]
  ]
  return fields.filter((field): field is [string, string] => field[1] !== null)
}

/** Address of the challenges page of a game with this query. */
export function hrefOf(gameId: number, query: Query): string {
  const fields = new URLSearchParams(fieldsOf(query)).toString()
  return `/games/${gameId}/Challenges${fields && `?${fields}`}`
}
