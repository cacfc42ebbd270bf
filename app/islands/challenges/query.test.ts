import { describe, expect, it } from 'vitest'
import { fieldsOf, hrefOf, readQuery } from './query'

const read = (text: string) => readQuery(new URLSearchParams(text))

describe('the query of the challenges page', () => {
  it('the default query is an empty address', () => {
    const query = read('')
    expect(query).toEqual({
      category: null,
      sort: 'category',
      search: '',
      hideSolved: false,
      tab: 'all',
      older: false,
      show: 'all',
      open: null,
      part: 'text',
      page: 1,
      submission: null
    })
    expect(hrefOf(7, query)).toBe('/games/7/Challenges')
  })

  it('a query survives its own address', () => {
    const query = read(
      'cat=OSINT&sort=solves&q=+a%26b+&hide=1&n=events&older=1&f=tried&c=420&t=tries&p=2&s=39117'
    )
    expect(query).toMatchObject({
      category: 'osint',
      search: 'a&b',
      show: 'tried',
      open: 420,
      part: 'tries',
      page: 2,
      submission: 39117
    })
    expect(readQuery(new URL(hrefOf(7, query), 'http://self').searchParams)).toEqual(query)
  })

  it('invalid values count as absent', () => {
    const odd = read('cat=&sort=luck&n=x&c=-1&s=1e3&hide=yes&f=x&t=y&p=-1')
    expect(odd).toEqual(read(''))
    expect(read(`c=99999999999&q=${'x'.repeat(500)}`)).toMatchObject({ open: null, search: 'x'.repeat(100) })
  })

  it('submission, part and page are only written with their challenge', () => {
    expect(fieldsOf({ ...read('c=4&s=5&t=tries&p=3'), open: null })).toEqual([])
  })
})
