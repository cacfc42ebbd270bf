import { describe, expect, it } from 'vitest'
import { pathFinder } from './paths'

/** A finder over such paths that answers the path found and its parameters. */
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
    // A literal that leads nowhere gives way to the parameter beside it.
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
  ])('%s is %s', (path, call, params) => {
    expect(find(path)).toEqual([call, params])
  })

  it.each(['/games/3', '/assets/one', '/assets/a/b/c', '/apis/team', ''])('%j is none', (path) => {
    expect(find(path)).toBeNull()
  })
})
