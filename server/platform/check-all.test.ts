import { describe, expect, it } from 'vitest'
import { checkAll, faultsOf } from './check-all'
import { AppError, editConflict, firstWithOthers } from './errors'

const fail = (code: string) => () => {
  throw new AppError(code, 400, { params: { field: code } })
}

describe('checkAll', () => {
  it('throws the first fault with the others, in the order of the checks', async () => {
    const error = await checkAll([
      fail('a.one'),
      () => 1,
      async () => fail('a.two')(),
      fail('a.three')
    ]).catch((thrown: AppError) => thrown)
    expect(error).toMatchObject({ code: 'a.one', params: { field: 'a.one' } })
    expect(error!.others.map(({ code }) => code)).toEqual(['a.two', 'a.three'])
  })

  it('passes when every check does', async () => {
    await expect(checkAll([() => 1, async () => {}])).resolves.toBeUndefined()
  })

  it('throws what is no fault of the input at once', async () => {
    const conflict = editConflict()
    await expect(
      faultsOf([
        fail('a.one'),
        () => {
          throw conflict
        }
      ])
    ).rejects.toBe(conflict)
    await expect(faultsOf([() => Promise.reject(new Error('away'))])).rejects.toThrow('away')
  })

  it('counts the faults that a check found together', async () => {
    const faults = await faultsOf([() => checkAll([fail('a.one'), fail('a.two')]), fail('a.three')])
    expect(faults.map(({ code }) => code)).toEqual(['a.one', 'a.two', 'a.three'])
    expect(firstWithOthers([])).toBeNull()
  })
})
