/** One page of a list that is whole in memory. */
export interface PageOf<T> {
  rows: T[]
  /** From 1. */
  page: number
  pages: number
  /** Places of the first and last row, from 1; 0 to 0 for an empty list. */
  from: number
  to: number
  total: number
}

/** The number that `?page=` asks for, from 1; anything else is the first page. */
export const pageNumber = (asked: string | null) =>
  /^\d{1,6}$/.test(asked ?? '') ? Math.max(1, Number(asked)) : 1

/** The page that `?page=` asks for; numbers beyond the list give its last page. */
export function pageOf<T>(all: T[], asked: string | null, size: number): PageOf<T> {
  const pages = Math.max(1, Math.ceil(all.length / size))
  const page = Math.min(pageNumber(asked), pages)
  const rows = all.slice((page - 1) * size, page * size)
  const from = rows.length === 0 ? 0 : (page - 1) * size + 1
  return { rows, page, pages, from, to: from === 0 ? 0 : from + rows.length - 1, total: all.length }
}

/** This address with other query values; null takes one out, and any change but of the page goes back to page 1. */
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

/** The form in which texts are searched: without accents and case. */
const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** True when one of the texts holds the words looked for; a blank search finds all. */
export function found(search: string, ...texts: (string | null | undefined)[]): boolean {
  const wanted = plain(search.trim())
  return wanted === '' || texts.some((text) => text && plain(text).includes(wanted))
}
