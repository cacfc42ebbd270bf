import { describe, expect, it } from 'vitest'
import { EventFault } from './contract'
import { originOf, readEvent, toEvent } from './read'

const plain = {
  title: 'Cup',
  start: 1000,
  end: 2000,
  challenges: [{ title: 'one', category: 'web' }, { title: 'two' }],
  teams: [{ name: 'Ann' }, { name: 'Bob' }],
  solves: [{ team: 'Ann', challenge: 'one', at: 1500 }]
}

const faultOf = (change: object): string => {
  try {
    toEvent({ ...plain, ...change })
  } catch (error) {
    if (error instanceof EventFault) return error.message
    throw error
  }
  return ''
}

describe('readEvent', () => {
  it('defaults fill in what a file leaves out', () => {
    const event = toEvent(plain)
    expect(event).toMatchObject({ start: 1_000_000, end: 2_000_000, divisions: [], summary: '' })
    expect(event.challenges[0]).toMatchObject({
      category: 'Web',
      score: 1000,
      minScoreRate: 0.25,
      difficulty: 5
    })
    expect(event.challenges[1]).toMatchObject({ category: 'Misc', hints: [] })
    expect(event.challenges[0]?.flag).toMatch(/^flag\{one-[0-9a-f]{8}\}$/)
  })

  it('the curve of a challenge is kept, zero included', () => {
    const curve = { score: 0, minScoreRate: 0, difficulty: 0.5 }
    expect(toEvent({ ...plain, challenges: [{ title: 'one', ...curve }] }).challenges[0]).toMatchObject(curve)
  })

  it.each([
    ['MISC', 'Misc'],
    ['osint', 'OSINT'],
    [' Ppc ', 'PPC'],
    ['cryptography', 'Misc'],
    [null, 'Misc']
  ])('the category %j becomes %s', (category, name) => {
    const challenges = [{ title: 'one', category }]
    expect(toEvent({ ...plain, challenges }).challenges[0]?.category).toBe(name)
  })

  it('teams bring what they show of themselves; nothing of it leaves the hash of an event as it was', () => {
    const shown = { affiliation: 'Harbour School', website: 'https://example.org', country: 'CZ' }
    const event = toEvent({
      ...plain,
      teams: [
        { name: 'Ann', ...shown },
        { name: 'Bob', country: null }
      ]
    })
    expect(event.teams).toEqual([
      { name: 'Ann', division: null, ...shown },
      { name: 'Bob', division: null }
    ])
    const none = plain.teams.map((team) => ({ ...team, affiliation: null, country: null }))
    expect(originOf(toEvent({ ...plain, teams: none }))).toBe(originOf(toEvent(plain)))
    const fault = (team: object) => faultOf({ teams: [{ name: 'Ann', ...team }] })
    expect(fault({ country: 'Czechia' })).toContain('teams[0].country: must be a code')
    expect(fault({ website: 'http://example.org' })).toContain('teams[0].website: must be an address')
    expect(fault({ affiliation: 'x'.repeat(65) })).toContain('teams[0].affiliation: must not be longer')
  })

  it('a byte order mark is accepted', () => {
    expect(readEvent(Buffer.from(`\ufeff${JSON.stringify(plain)}`)).title).toBe('Cup')
  })

  it('teams that only solve are added behind the listed ones', () => {
    const solves = [
      { team: 'Zoe', challenge: 'one', at: 1700 },
      { team: 'Cem', challenge: 'one', at: 1600 }
    ]
    expect(toEvent({ ...plain, solves }).teams.map(({ name }) => name)).toEqual(['Ann', 'Bob', 'Zoe', 'Cem'])
    expect(toEvent({ ...plain, teams: undefined, solves }).teams.map(({ name }) => name)).toEqual([
      'Zoe',
      'Cem'
    ])
  })

  it('a team listed twice counts once, and differing names are two teams', () => {
    const teams = [{ name: 'Ann' }, { name: 'ann' }, { name: 'Ann ' }, { name: 'Ann' }]
    const event = toEvent({ ...plain, teams, solves: [{ team: 'Ann ', challenge: 'one', at: 1500 }] })
    expect(event.teams.map(({ name }) => name)).toEqual(['Ann', 'ann (2)', 'Ann (3)'])
    expect(event.solves[0]?.team).toBe(2)
  })

  it('divisions are listed in order of mention', () => {
    const teams = [{ name: 'A', division: 'Open' }, { name: 'B', division: ' School ' }, { name: 'C' }]
    const event = toEvent({ ...plain, teams, solves: [] })
    expect(event.divisions).toEqual(['Open', 'School'])
    expect(event.teams.map(({ division }) => division)).toEqual(['Open', 'School', null])
  })
})

it('a scoring function brings its values; without one the hash of an event stays as it was', () => {
  const line = { title: 'one', score: 100, minScoreRate: 0.5, difficulty: 2, scoring: 'linear' }
  const event = toEvent({ ...plain, challenges: [line as never, { title: 'two' }] })
  expect(event.challenges[0]).toMatchObject({ scoring: 'linear', values: [100, 100, 75, 50] })
  expect(Object.keys(event.challenges[1]!)).not.toContain('scoring')
})

describe('solves', () => {
  const solved = (...times: number[]) =>
    toEvent({ ...plain, solves: times.map((at) => ({ team: 'Ann', challenge: 'one', at })) }).solves

  it('the earliest solve of a pair counts, wherever the file has it', () => {
    expect(solved(1600, 1500, 1500).map(({ at, counts }) => [at, counts])).toEqual([
      [1_500_000, true],
      [1_500_000, false],
      [1_600_000, false]
    ])
  })

  it('solves in [start, end) count', () => {
    expect(solved(999.9999, 2000, 1999.9999).map(({ at, counts }) => [at, counts])).toEqual([
      [999_999, false],
      [1_999_999, true],
      [2_000_000, false]
    ])
    expect(solved(1000)[0]).toMatchObject({ at: 1_000_000, counts: true })
  })

  it('fractions of seconds are read to the millisecond', () => {
    expect(solved(1234.567)[0]?.at).toBe(1_234_567)
  })

  it('equal times keep the order of the file', () => {
    const solves = [
      { team: 'Bob', challenge: 'one', at: 1500 },
      { team: 'Ann', challenge: 'two', at: 1500 },
      { team: 'Ann', challenge: 'one', at: 1500 }
    ]
    expect(toEvent({ ...plain, solves }).solves.map(({ team, challenge }) => [team, challenge])).toEqual([
      [1, 0],
      [0, 1],
      [0, 0]
    ])
  })
})

describe('faults', () => {
  it.each([
    [{ title: '' }, 'title: must not be blank'],
    [{ start: '1' }, 'start: expected number, received string'],
    [{ end: 1000 }, 'end: must be after start'],
    [{ end: 1_647_648_028_000 }, 'end: must be Unix time in seconds, not milliseconds'],
    [{ challenges: [] }, 'challenges: must not be empty'],
    [{ challenges: [{ title: 'one' }, { title: ' ' }] }, 'challenges[1].title: must not be blank'],
    [
      { challenges: [{ title: 'one' }, { title: 'one' }] },
      'challenges[1].title: repeats challenges[0], "one"'
    ],
    [
      { solves: [{ team: 'Ann', challenge: 'three', at: 1500 }] },
      'solves[0].challenge: there is no challenge "three"'
    ],
    [{ solves: [{ team: 'Ann', challenge: 'one' }] }, 'solves[0].at: is missing'],
    [{ solves: undefined }, 'solves: is missing'],
    [{ teams: [{ name: '' }, { name: '' }] }, 'teams[0].name: must not be empty (and 1 more)']
  ])('a file with %j has the fault "%s"', (change, message) => {
    expect(faultOf(change)).toBe(message)
  })

  it.each(['', '{"title": ', 'null', '[]', '{}'])('%j is refused in one line', (text) => {
    expect(() => readEvent(text)).toThrow(EventFault)
    expect(() => readEvent(text)).not.toThrow(/\n/)
  })
})

describe('originOf', () => {
  it('the origin does not depend on the layout or on ignored members', () => {
    const { title, ...rest } = plain
    const other = JSON.stringify({ ...rest, published: [1, 2], title }, null, 4)
    expect(originOf(readEvent(other))).toBe(originOf(toEvent(plain)))
  })

  it('the origin changes with every imported member', () => {
    const later = { ...plain, solves: [{ team: 'Ann', challenge: 'one', at: 1501 }] }
    expect(originOf(toEvent(later))).not.toBe(originOf(toEvent(plain)))
  })
})
