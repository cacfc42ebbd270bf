import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { SolveMarks } from './SolveMarks'

const columns = Array.from({ length: 50 }, (_, id) => ({ id, title: `No. ${id}`, category: 'Web' }))

const cells = (range: { from: number; to: number }) =>
  renderToStaticMarkup(
    createElement(SolveMarks, {
      marks: [
        [2, 1, 0],
        [11, 0, 60]
      ],
      columns,
      range,
      before: 5,
      fresh: undefined
    })
  ).match(/<td.*?<\/td>/g) ?? []

it('the cells of a part of a row name their columns', () => {
  const part = cells({ from: 10, to: 14 })
  expect(part.map((cell) => cell.match(/aria-colindex="(\d+)"/)?.[1])).toEqual([
    undefined,
    '16',
    '17',
    '18',
    '19',
    undefined
  ])
  expect(part[0]).toContain('colSpan="10"')
  expect(part.map((cell) => cell.includes('class="hit"'))).toEqual([false, false, true, false, false, false])
  expect(part[5]).toContain('width="36em"')
})

it('the cells of a whole row need no names', () => {
  const whole = cells({ from: 0, to: 50 })
  expect(whole).toHaveLength(50)
  expect(whole.join('')).not.toContain('aria-colindex')
  expect(whole[2]).toContain('data-blood="1"')
})
