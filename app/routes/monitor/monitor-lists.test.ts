import { expect, it } from 'vitest'
import { positionOfRow, type Query } from '~/app/islands/monitor/query'
import { type Page, positionParam } from '~/server/monitoring/contract'
import { rowsOf } from './monitor-lists'

const ALL: Query = { type: null, kind: null, challenge: null, team: null, search: '', page: 1 }
const SIZE = 4

function listOf(most: number) {
  let newest = most
  const ids = () => Array.from({ length: newest }, (_, n) => newest - n)
  const read = async ({ count, skip, older, newer }: Page) => {
    if (older)
      return ids()
        .filter((id) => id < older.id)
        .slice(0, count)
    if (newer)
      return ids()
        .filter((id) => id > newer.id)
        .slice(-count)
    return ids().slice(skip, skip + count)
  }
  return {
    grow: (by: number) => {
      newest += by
    },
    page: (change: Partial<Query>) => rowsOf({ ...ALL, ...change }, { total: newest, size: SIZE }, read)
  }
}

const beside = (id: number) => positionOfRow(new Date(id).toISOString(), `s${id}`)

it('the next page continues behind the last row, and the last page ends', async () => {
  const list = listOf(10)
  const first = await list.page({})
  expect(first).toEqual({ rows: [10, 9, 8, 7], page: 1, pages: 3 })
  list.grow(3)
  expect(await list.page({ page: 2, older: beside(7) })).toEqual({ rows: [6, 5, 4, 3], page: 2, pages: 4 })
  expect((await list.page({ page: 3, older: beside(3) })).rows).toEqual([2, 1])
  expect(await list.page({ page: 4, older: beside(1) })).toEqual({ rows: [1], page: 4, pages: 4 })
  expect((await list.page({ page: 2 })).rows).toEqual([9, 8, 7, 6])
})

it('the previous page continues before the first row, and ends with a full first page', async () => {
  const list = listOf(10)
  list.grow(3)
  expect(await list.page({ page: 1, newer: beside(6) })).toEqual({ rows: [10, 9, 8, 7], page: 2, pages: 4 })
  expect(await list.page({ page: 1, newer: beside(10) })).toEqual({
    rows: [13, 12, 11, 10],
    page: 1,
    pages: 4
  })
})

it('an invalid position is ignored', async () => {
  const list = listOf(10)
  for (const older of ['', 'x', '1.s', '1.x2', '-1.s2', '1'.repeat(40)])
    expect(await list.page({ page: 2, older })).toEqual({ rows: [6, 5, 4, 3], page: 2, pages: 3 })
  expect(positionParam.parse(beside(7))).toEqual({ at: 7, half: 's', id: 7 })
})
