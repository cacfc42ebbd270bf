import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectQuick } from '~/tests/support/expect-quick'
import { endsInName, pathFinder } from './paths'

function finder(...paths: string[]) {
  const find = pathFinder(paths.map((path) => [path.slice(1), path]))
  return (path: string) => {
    const found = find(path)
    return found && [found.value, found.params]
  }
}

describe('finding the route of a path', () => {
  const find = finder(
    '/',
    '/api/team',
    '/api/team/accept',
    '/api/team/:id',
    '/api/game/:id/notices',
    '/api/game/games/:id/captures',
    '/api/game/captures/:challengeId/:partId/all',
    '/api/game/captures/:challengeId/:partId/:filename',
    '/assets/:hash/:filename',
    '/api/*'
  )

  it.each([
    ['/', '/', {}],
    ['/api/team', '/api/team', {}],
    ['/api/te%61m', '/api/team', {}],
    ['/api/team/', '/api/team', {}],
    ['/API/Team/Accept', '/api/team/accept', {}],
    ['/api/team/7', '/api/team/:id', { id: '7' }],
    ['/api/team/Accepted', '/api/team/:id', { id: 'Accepted' }],
    // Falls back to the parameter when the literal leads nowhere.
    ['/api/game/games/notices', '/api/game/:id/notices', { id: 'games' }],
    ['/api/game/games/3/captures', '/api/game/games/:id/captures', { id: '3' }],
    [
      '/api/game/captures/1/2/ALL',
      '/api/game/captures/:challengeId/:partId/all',
      { challengeId: '1', partId: '2' }
    ],
    [
      '/api/game/captures/1/2/a%2Fb.pcap',
      '/api/game/captures/:challengeId/:partId/:filename',
      { challengeId: '1', partId: '2', filename: 'a/b.pcap' }
    ],
    ['/assets/ab/%zz', '/assets/:hash/:filename', { hash: 'ab', filename: '%zz' }],
    ['/api/game/3/Nothing/there', '/api/*', { '*': 'game/3/Nothing/there' }],
    ['/api/team//', '/api/*', { '*': 'team/' }],
    ['/api', '/api/*', { '*': '' }]
  ])('the path %s leads to %s', (path, call, params) => {
    expect(find(path)).toEqual([call, params])
  })

  it.each(['/games/3', '/assets/one', '/assets/a/b/c', '/apis/team', ''])(
    'the path %j leads nowhere',
    (path) => {
      expect(find(path)).toBeNull()
    }
  )
})

function meaning(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** pathFinder by trying every route; an earlier route wins. */
function tryAll(routes: string[], given: string) {
  const trimmed = given.length > 1 && given.endsWith('/') ? given.slice(0, -1) : given
  const segments = trimmed.split('/').map(meaning)
  for (const route of routes) {
    const params: Record<string, string> = {}
    const names = route.split('/')
    const splat = names.at(-1) === '*'
    if (splat) params['*'] = segments.slice(names.length - 1).join('/')
    const wanted = splat ? names.slice(0, -1) : names
    if (splat ? segments.length < wanted.length : segments.length !== wanted.length) continue
    const fits = wanted.every((name, i) => {
      const segment = segments[i]!
      if (!name.startsWith(':')) return name.toLowerCase() === segment.toLowerCase()
      params[name.slice(1)] = segment
      return segment !== ''
    })
    if (fits) return [route, params]
  }
  return null
}

it('any path leads to the same route and parameters as trying every route in turn', () => {
  const routes = ['/a', '/a/b', '/a/b/:x/d', '/a/:x', '/a/:x/d', '/a/:x/:y', '/a/*', '/b/:x/c/:y']
  const find = finder(...routes)
  const known = fc.constantFrom('a', 'b', 'c', 'd', 'A', '%61', 'D')
  const odd = fc.constantFrom(
    '',
    'x;y',
    'x#y',
    '%',
    '%zz',
    '%E0%A4',
    '%0A',
    '%2F',
    '%2561',
    '%3Aid',
    ':x',
    '*',
    'ä',
    '%C3%84'
  )
  const segments = fc.array(fc.oneof(known, known, odd, fc.string({ maxLength: 3 })), { maxLength: 5 })
  const path = segments.map((all) => `/${all.map((one) => one.replace(/[/?\\]/g, '')).join('/')}`)
  fc.assert(
    fc.property(path, (one) => {
      expect(find(one)).toEqual(tryAll(routes, one))
    }),
    { numRuns: 3000 }
  )
})

it('a parameter keeps a # beside a broken escape', () => {
  expect(finder('/a/:x')('/a/#%')).toEqual(['/a/:x', { x: '#%' }])
  expect(finder('/a/:x')('/a/%C3%A4#')).toEqual(['/a/:x', { x: 'ä#' }])
})

it('a parameter may be as long as a request line', () => {
  const long = 'x'.repeat(16_000)
  expect(finder('/a/:x')(`/a/${long}`)).toEqual(['/a/:x', { x: long }])
})

describe('a path that ends as files do', () => {
  it.each([
    ['/favicon.webp', true],
    ['/.well-known', true],
    ['/games/1', false],
    ['/v1.2/games', false],
    ['/', false]
  ])('%s: %s', (path, expected) => expect(endsInName(path)).toBe(expected))

  it('is told in little time, however many dots it has', async () => {
    await expectQuick(() => expect(endsInName(`/${'.'.repeat(60_000)}/a`)).toBe(false))
  })
})

it('what a path leads to is kept, as long as the path is short and few are kept', () => {
  const find = pathFinder([['team/:id', 'team']])
  const first = find('/team/7')
  expect(find('/team/7')).toBe(first)
  expect(Object.isFrozen(first?.params)).toBe(true)
  for (let id = 0; id < 5000; id++) expect(find(`/team/${id}`)?.params).toEqual({ id: `${id}` })
  expect(find('/team/7')).not.toBe(first)
  const long = `/team/${'x'.repeat(200)}`
  expect(find(long)).toEqual(find(long))
  expect(find(long)).not.toBe(find(long))
  expect([find('/nowhere'), find('/nowhere')]).toEqual([null, null])
})
