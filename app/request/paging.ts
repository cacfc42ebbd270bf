import { searchFor } from '~/app/islands/runtime/search'

/** An e-mail address fits. */
const MAX_SEARCH_LENGTH = 254

/** The search of a list, from the address: trimmed, cut, and without what Postgres stores nowhere. '' without one. */
export const readSearch = (params: URLSearchParams, name = 'q'): string =>
  (params.get(name) ?? '').replaceAll('\0', '').trim().slice(0, MAX_SEARCH_LENGTH)

export interface PageOf<T> {
  rows: T[]
  page: number
  pages: number
  /** Positions of the first and last row, from 1; both 0 for an empty list. */
  from: number
  to: number
  total: number
}

/** Page number of `?page=`, from 1; invalid values are page 1. */
export const pageNumber = (requested: string | null) =>
  /^\d{1,6}$/.test(requested ?? '') ? Math.max(1, Number(requested)) : 1

function placeOf(page: number, size: number, length: number, total: number) {
  const from = length === 0 ? 0 : (page - 1) * size + 1
  return {
    page,
    pages: Math.max(1, Math.ceil(total / size)),
    from,
    to: from === 0 ? 0 : from + length - 1,
    total
  }
}

/** Page of `?page=` of a list that the database cuts; numbers too high give the last page. */
export async function pageFrom<T>(
  requested: string | null,
  size: number,
  load: (part: { count: number; skip: number }) => Promise<{ data: T[]; total: number }>
): Promise<PageOf<T>> {
  const wanted = pageNumber(requested)
  const first = await load({ count: size, skip: (wanted - 1) * size })
  const page = Math.min(wanted, Math.max(1, Math.ceil(first.total / size)))
  const { data, total } = page === wanted ? first : await load({ count: size, skip: (page - 1) * size })
  return { rows: data, ...placeOf(page, size, data.length, total) }
}

/** Page of `?page=` of an array; numbers too high give the last page. */
export function pageOf<T>(all: T[], requested: string | null, size: number): PageOf<T> {
  const page = Math.min(pageNumber(requested), Math.max(1, Math.ceil(all.length / size)))
  const rows = all.slice((page - 1) * size, page * size)
  return { rows, ...placeOf(page, size, rows.length, all.length) }
}

/** The address with other query values; null removes one, and any change but of the page leads to page 1. */
export function hrefWith(url: { pathname: string; search: string }, changes: Record<string, string | null>) {
  const query = new URLSearchParams(url.search)
  if (!('page' in changes)) query.delete('page')
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') query.delete(name)
    else query.set(name, value)
  }
  const search = query.toString()
  return search ? `${url.pathname}?${search}` : url.pathname
}

/** True if a text contains the search; a blank search matches all. */
export function matchesSearch(search: string, ...texts: (string | null | undefined)[]): boolean {
  const fits = searchFor(search)
  return search.trim() === '' || texts.some((text) => text && fits(text))
}
