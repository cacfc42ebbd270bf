import { expect, it } from 'vitest'
import { idsOf, pointsForm, releaseForm } from './selected-acts'

const read = (form: object) => pointsForm.safeParse({ ids: ['3', '4'], intent: 'points', ...form })

it.each([
  [{ originalScore: ' 500 ', minScoreRate: '', difficulty: '' }, { originalScore: 500 }],
  [
    { minScoreRate: '12,5', difficulty: '0.5' },
    { minScoreRate: 0.125, difficulty: 0.5 }
  ],
  [{ originalScore: '0' }, { originalScore: 0 }]
])('the input %j gives the points %j', (form, points) =>
  expect(read(form).data).toEqual({ ids: [3, 4], points })
)

it.each([
  [{}, 'originalScore', 'field.required'],
  [{ originalScore: '', minScoreRate: ' ' }, 'originalScore', 'field.required'],
  [{ originalScore: 'many' }, 'originalScore', 'field.number_required'],
  [{ originalScore: '-1' }, 'originalScore', 'field.out_of_range'],
  [{ minScoreRate: '101' }, 'minScoreRate', 'field.out_of_range'],
  [{ difficulty: '0' }, 'difficulty', 'field.out_of_range']
])('the input %j is refused at %s', (form, field, message) =>
  expect(read(form).error?.issues.map((issue) => [issue.path[0], issue.message])).toEqual([[field, message]])
)

it('ids of an address are taken once; too many or invalid ones are no selection', () => {
  const of = (...ids: string[]) => idsOf(new URLSearchParams(ids.map((id) => ['ids[]', id])))
  expect(of('4', '3', '4')).toEqual([4, 3])
  expect(of()).toEqual([])
  expect(of('x')).toBeNull()
  expect(of(...Array.from({ length: 401 }, (_, id) => String(id)))).toBeNull()
})

it.each([
  [
    { first: '2026-12-01T10:00', every: '15' },
    { first: new Date('2026-12-01T10:00Z'), every: 15 }
  ],
  [
    { first: '2026-12-01T10:00:30', every: ' ' },
    { first: new Date('2026-12-01T10:00:30Z'), every: 0 }
  ],
  [
    { first: '', every: '' },
    { first: null, every: 0 }
  ]
])('the plan %j is valid', (form, plan) =>
  expect(releaseForm.parse({ ids: ['3'], ...form })).toEqual({ ids: [3], ...plan })
)

it.each([
  [{ first: 'soon', every: '' }, 'first'],
  [{ first: '', every: '1.5' }, 'every'],
  [{ first: '', every: '99999' }, 'every']
])('the plan %j is invalid because of its %s', (form, field) =>
  expect(releaseForm.safeParse({ ids: ['3'], ...form }).error?.issues[0]?.path).toEqual([field])
)
