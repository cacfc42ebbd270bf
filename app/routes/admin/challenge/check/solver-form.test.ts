import { expect, it } from 'vitest'
import { solver } from '~/server/challenges/solver/contract'
import { solverFields, solverForm } from './solver-form'

const made = (more: object = {}) => solver.parse({ image: 'solver:1', ...more })

it('what a form shows comes back as it was', () => {
  for (const one of [
    made(),
    made({ command: ['python3', '/solve.py', '--host', 'a b'], environment: { WORD: 'a=b', EMPTY: '' } }),
    made({ command: ['sh', '-c', 'echo a\necho b'], environment: { TEXT: 'a\nb', BLANK: ' x ' } }),
    made({ command: ['[', '1', ']'], every: 5, timeout: 300, memoryLimit: 512, egress: 'internet' })
  ])
    expect(solverForm.parse({ ...solverFields(one) })).toEqual(one)
})

it('what is wrong is told at its field', () => {
  const wrong = (more: object) =>
    solverForm
      .safeParse({ ...solverFields(made()), ...more })
      .error?.issues.map(({ path, message }) => [path[0], message])
  expect(wrong({ image: ' ' })).toEqual([['image', 'field.required']])
  expect(wrong({ timeout: '301' })).toEqual([['timeout', 'field.out_of_range']])
  expect(wrong({ every: '4' })).toEqual([['every', 'field.out_of_range']])
  expect(wrong({ environment: '1a=b' })).toEqual([['environment', 'solver.variable']])
  expect(wrong({ environment: '{ "A": 1 }' })).toEqual([['environment', 'field.type_mismatch']])
  expect(wrong({ command: '[ "a"' })).toEqual([['command', 'field.type_mismatch']])
  expect(wrong({ egress: 'hosts' })).toEqual([['egress', 'field.type_mismatch']])
})
