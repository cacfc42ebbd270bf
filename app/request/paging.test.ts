import { describe, expect, it } from 'vitest'
import { hrefWith, matchesSearch, pageOf } from './paging'

const ten = Array.from({ length: 10 }, (_, index) => index + 1)

describe('pageOf', () => {
  it('the list is cut into pages', () => {
    expect(pageOf(ten, '2', 4)).toEqual({ rows: [5, 6, 7, 8], page: 2, pages: 3, from: 5, to: 8, total: 10 })
    expect(pageOf(ten, null, 4)).toMatchObject({ page: 1, from: 1, to: 4 })
  })

  it.each(['0', '-1', 'x', '1e3', '', '2.5'])('the page %j is the first page', (requested) => {
    expect(pageOf(ten, requested, 4).page).toBe(1)
  })

  it('a page behind the end is the last one', () => {
    expect(pageOf(ten, '99', 4)).toMatchObject({ rows: [9, 10], page: 3, from: 9, to: 10 })
  })

  it('an empty list has one page', () => {
    expect(pageOf([], '3', 4)).toEqual({ rows: [], page: 1, pages: 1, from: 0, to: 0, total: 0 })
  })
})

describe('hrefWith', () => {
  const here = { pathname: '/posts', search: '?q=a%26b&page=3' }

  it('a changed value leads to the first page', () => {
    expect(hrefWith(here, { tag: 'rules' })).toBe('/posts?q=a%26b&tag=rules')
  })

  it('a changed page keeps the rest', () => {
    expect(hrefWith(here, { page: '4' })).toBe('/posts?q=a%26b&page=4')
  })

  it('null and empty values are dropped', () => {
    expect(hrefWith(here, { q: null })).toBe('/posts')
    expect(hrefWith(here, { q: '' })).toBe('/posts')
  })
})

describe('found', () => {
  it('case and accents are ignored', () => {
    expect(matchesSearch('oresund', 'Öresund Overflow')).toBe(true)
    expect(matchesSearch('ЁЖ', 'Полярный ёж')).toBe(true)
    expect(matchesSearch(' ', null)).toBe(true)
    expect(matchesSearch('x', null, undefined, 'abc')).toBe(false)
  })
})
