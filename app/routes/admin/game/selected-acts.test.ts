import { expect, it } from 'vitest'
import { idsOf, pointsForm } from './selected-acts'

const read = (form: object) => pointsForm.safeParse({ ids: ['3', '4'], intent: 'points', ...form })

it.each([
  [{ originalScore: ' 500 ', minScoreRate: '', difficulty: '' }, { originalScore: 500 }],
  [
    { minScoreRate: '12,5', difficulty: '0.5' },
    { minScoreRate: 0.125, difficulty: 0.5 }
  ],
  [{ originalScore: '0' }, { originalScore: 0 }]
])('%j are the points %j', (form, points) => expect(read(form).data).toEqual({ ids: [3, 4], points }))

it.each([
  [{}, 'originalScore', 'field.required'],
  [{ originalScore: '', minScoreRate: ' ' }, 'originalScore', 'field.required'],
  [{ originalScore: 'many' }, 'originalScore', 'field.number_required'],
  [{ originalScore: '-1' }, 'originalScore', 'field.out_of_range'],
  [{ minScoreRate: '101' }, 'minScoreRate', 'field.out_of_range'],
  [{ difficulty: '0' }, 'difficulty', 'field.out_of_range']
])('%j is refused at %s', (form, field, message) =>
  expect(read(form).error?.issues.map((issue) => [issue.path[0], issue.message])).toEqual([[field, message]])
)

it('ids of an address are taken once; too many, or what is none, are no selection', () => {
  const of = (...ids: string[]) => idsOf(new URLSearchParams(ids.map((id) => ['ids[]', id])))
  expect(of('4', '3', '4')).toEqual([4, 3])
  expect(of()).toEqual([])
  expect(of('x')).toBeNull()
  expect(of(...Array.from({ length: 101 }, (_, id) => String(id)))).toBeNull()
})
