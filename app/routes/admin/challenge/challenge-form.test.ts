import { describe, expect, it } from 'vitest'
import type { ChallengeEdit } from '~/server/challenges/contract'
import { challengeForm, checkableOf, fieldsOf } from './challenge-form'

const form = {
  intent: 'save',
  title: 'GraphQuill',
  category: 'Web',
  content: 'a\r\nb',
  originalScore: '1000',
  minScoreRate: '20',
  difficulty: '19,2',
  hint0: ' first\r\nhint ',
  hint10: 'third',
  hint2: 'second',
  hint3: ' '
}

/** What of a challenge the fields need. */
const view = {
  category: 'Web',
  customCategory: null,
  difficulty: 5.5,
  originalScore: 500,
  minScoreRate: 0.25,
  hints: [],
  pricedHints: [],
  connections: [],
  attemptLimit: 3,
  ...{ author: '', level: null, tags: [] }
} as unknown as ChallengeEdit

describe('challengeForm', () => {
  it('texts, percents and hints are read in order, without emptied ones', () => {
    expect(challengeForm.parse(form)).toEqual({
      title: 'GraphQuill',
      category: 'Web',
      customCategoryId: null,
      content: 'a\nb',
      originalScore: 1000,
      minScoreRate: 0.2,
      difficulty: 19.2,
      hints: ['first\nhint', 'second', 'third']
    })
  })

  it('one control chooses among the thirteen categories and those of the game', () => {
    const own = challengeForm.parse({ ...form, category: 'own:12' })
    expect([own.category, own.customCategoryId]).toEqual([undefined, 12])
    const custom = { id: 12, name: 'Quantum', color: 'pink', icon: 'Zap' } as const
    expect(fieldsOf({ ...view, customCategory: custom })).toMatchObject({ category: 'own:12', mark: 'pink' })
    expect(fieldsOf(view)).toMatchObject({ category: 'Web', mark: 'web' })
  })

  it('of a refused form, times and the name of the file are left to check where they are no fault', () => {
    const sent = { ...form, title: ' ', releaseAt: 'soon', closesAt: '2026-12-01T10:00', fileName: ' ' }
    expect(checkableOf(sent, new Set(['title', 'releaseAt']))).toEqual({
      fileName: '',
      closesAt: new Date('2026-12-01T10:00Z')
    })
    expect(checkableOf(form, new Set(['title']))).toEqual({})
  })

  it('the release time is read in UTC, and an empty one as none', () => {
    expect(challengeForm.parse({ ...form, releaseAt: '2026-12-01T10:00' }).releaseAt).toEqual(
      new Date('2026-12-01T10:00Z')
    )
    expect(challengeForm.parse({ ...form, releaseAt: '' }).releaseAt).toBeNull()
    expect(challengeForm.safeParse({ ...form, releaseAt: 'soon' }).error?.issues[0]?.path).toEqual([
      'releaseAt'
    ])
  })

  it('hints with a price or time keep their ids, without emptied ones', () => {
    const offers = {
      ...{ offer0id: '7', offer0content: ' seven\r\n', offer0cost: '50', offer0availableAt: '' },
      ...{ offer1id: '8', offer1content: ' ', offer1cost: '1' },
      ...{ offer10content: 'new', offer10cost: '', offer10availableAt: '2026-12-01T10:00' }
    }
    expect(challengeForm.parse({ ...form, ...offers }).pricedHints).toEqual([
      { id: 7, content: 'seven', cost: 50, availableAt: null },
      { id: null, content: 'new', cost: 0, availableAt: new Date('2026-12-01T10:00Z') }
    ])
    const fieldOf = (change: object) =>
      challengeForm.safeParse({ ...form, ...offers, ...change }).error?.issues.map(({ path }) => path[0])
    expect(fieldOf({ offer10cost: 'much' })).toEqual(['offer10cost'])
    expect(fieldOf({ offer10availableAt: 'soon' })).toEqual(['offer10availableAt'])
  })

  it('the container stays unchanged, because it has its own page', () => {
    const read = challengeForm.parse({ ...form, containerImage: 'x', enableTrafficCapture: 'on' })
    expect(Object.keys(read)).not.toContain('containerImage')
    expect(Object.keys(read)).not.toContain('enableTrafficCapture')
  })

  it.each([
    [{ title: '' }, 'title'],
    [{ category: 'Cooking' }, 'category'],
    [{ originalScore: '' }, 'originalScore'],
    [{ originalScore: '1.5' }, 'originalScore'],
    [{ minScoreRate: '101' }, 'minScoreRate'],
    [{ minScoreRate: 'low' }, 'minScoreRate'],
    [{ difficulty: '0' }, 'difficulty'],
    [{ attemptLimit: '0' }, 'attemptLimit'],
    [{ hint2: 'x'.repeat(5000) }, 'hint2']
  ])('the form refuses %j', (change, field) => {
    const issues = challengeForm.safeParse({ ...form, ...change }).error?.issues ?? []
    expect(new Set(issues.map(({ path }) => path.join('.')))).toEqual(new Set([field]))
  })
})

describe('connections', () => {
  it('rows of connections are read without empty ones, and errors name their row', () => {
    const rows = {
      connections: '',
      ...{ connection0kind: 'nc', connection0host: '', connection0port: '' },
      ...{
        connection1kind: 'ssh',
        connection1host: 'a.example',
        connection1port: '',
        connection1user: 'ctf'
      },
      ...{
        connection3kind: 'nc',
        connection3host: 'b.example',
        connection3port: '9',
        connection3label: ' B '
      }
    }
    expect(challengeForm.parse({ ...form, ...rows }).connections).toMatchObject([
      { kind: 'ssh', host: 'a.example', port: 22, user: 'ctf', label: '' },
      { kind: 'nc', host: 'b.example', port: 9, label: 'B' }
    ])
    expect(challengeForm.parse({ ...form, connections: '' }).connections).toEqual([])
    expect(challengeForm.parse(form)).not.toHaveProperty('connections')
    const fieldOf = (change: object) =>
      challengeForm.safeParse({ ...form, ...rows, ...change }).error?.issues.map(({ path }) => path[0])
    expect(fieldOf({ connection3port: '' })).toEqual(['connection3port'])
    expect(fieldOf({ connection1host: 'a b' })).toEqual(['connection1host'])
  })
})

describe('labels and requirements', () => {
  it('author, level and tags are read, and errors name their field', () => {
    const labels = { author: ' Bosun ', level: 'Hard', tags: 'heap\r\n#Heap\r\ntwo words' }
    expect(challengeForm.parse({ ...form, ...labels })).toMatchObject({
      ...{ author: 'Bosun', level: 'Hard', tags: ['heap', 'two words'] }
    })
    expect(challengeForm.parse({ ...form, ...labels, level: '' }).level).toBeNull()
    const fieldOf = (change: object) =>
      challengeForm.safeParse({ ...form, ...labels, ...change }).error?.issues.map(({ path }) => path[0])
    expect(fieldOf({ author: 'x'.repeat(101) })).toEqual(['author'])
    expect(fieldOf({ level: 'Odd' })).toEqual(['level'])
    expect(fieldOf({ tags: 'x'.repeat(25) })).toEqual(['tags'])
    expect(fieldOf({ tags: [...'abcdefghi'].join('\n') })).toEqual(['tags'])
  })

  it('ticked requirements are read, none if all are cleared, and a form without the list changes nothing', () => {
    const ticked = { requires: '1', requires_12: 'on', requires_7: 'on', hideLocked: 'on' }
    expect(challengeForm.parse({ ...form, ...ticked })).toMatchObject({ requires: [7, 12], hideLocked: true })
    expect(challengeForm.parse({ ...form, requires: '1' })).toMatchObject({ requires: [], hideLocked: false })
    expect(challengeForm.parse(form)).not.toHaveProperty('requires')
    const many = Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`requires_${at + 1}`, 'on']))
    const { error } = challengeForm.safeParse({ ...form, requires: '1', ...many })
    expect(error?.issues.map(({ path }) => path[0])).toEqual(['requires'])
  })
})

describe('fieldsOf', () => {
  it('every rate is given back as stored', () => {
    for (const minScoreRate of [0, 0.07, 0.1, 0.25, 1 / 3, 0.333333, 0.99, 1]) {
      const fields = fieldsOf({ ...view, minScoreRate })
      const read = challengeForm.parse({
        ...form,
        ...fields,
        hints: undefined,
        offers: undefined,
        connections: undefined,
        title: 'x',
        category: 'Web',
        content: ''
      })
      expect(read.minScoreRate).toBeCloseTo(minScoreRate, 9)
      expect(read).toMatchObject({ difficulty: 5.5, originalScore: 500, attemptLimit: 3 })
    }
  })
})
