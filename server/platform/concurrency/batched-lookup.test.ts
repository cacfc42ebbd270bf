import { expect, it } from 'vitest'
import { createBatchedLookup } from './batched-lookup'

/** Lookups that end when the test says; `calls` are the keys of each. */
function held() {
  const calls: number[][] = []
  const ends: { resolve(values: (string | null)[]): void; reject(error: Error): void }[] = []
  const lookUp = createBatchedLookup<number, string>((keys) => {
    calls.push([...keys])
    return new Promise((resolve, reject) => ends.push({ resolve, reject }))
  })
  return { calls, ends, lookUp, begun: () => calls.length }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

it('keys asked in one turn share a call, and each gets its own value', async () => {
  const { calls, ends, lookUp, begun } = held()
  const asked = [lookUp(1), lookUp(2), Promise.resolve().then(() => lookUp(3))]
  await expect.poll(begun).toBe(1)
  expect(calls).toEqual([[1, 2, 3]])
  ends[0]!.resolve(['one', null, 'three'])
  expect(await Promise.all(asked)).toEqual(['one', null, 'three'])
})

it('keys asked while a call runs wait for its end and share the next, which reads anew', async () => {
  const { calls, ends, lookUp, begun } = held()
  const first = lookUp(1)
  await expect.poll(begun).toBe(1)
  const later = [lookUp(1)]
  await turn()
  later.push(lookUp(2))
  await turn()
  expect(calls).toEqual([[1]])
  ends[0]!.resolve(['old'])
  expect(await first).toBe('old')
  await expect.poll(begun).toBe(2)
  expect(calls[1]).toEqual([1, 2])
  ends[1]!.resolve(['new', 'two'])
  expect(await Promise.all(later)).toEqual(['new', 'two'])
})

it('a failure reaches the keys of its call and nobody else', async () => {
  const { ends, lookUp, begun } = held()
  const failing = [lookUp(1), lookUp(2)].map((one) => one.catch((error: Error) => error.message))
  await expect.poll(begun).toBe(1)
  const next = lookUp(3)
  ends[0]!.reject(new Error('away'))
  expect(await Promise.all(failing)).toEqual(['away', 'away'])
  await expect.poll(begun).toBe(2)
  ends[1]!.resolve(['three'])
  expect(await next).toBe('three')
})

it('more keys than one call may have share several', async () => {
  const { calls, ends, lookUp, begun } = held()
  const asked = Array.from({ length: 450 }, (_, key) => lookUp(key))
  await expect.poll(begun).toBe(3)
  expect(calls.map(({ length }) => length)).toEqual([200, 200, 50])
  for (const [n, end] of ends.entries()) end.resolve(calls[n]!.map(String))
  expect((await Promise.all(asked))[449]).toBe('449')
})
