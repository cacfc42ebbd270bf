import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createPageSlots } from './page-slots'

function work() {
  let finish = () => {}
  let begun = false
  const ended = new Promise<void>((resolve) => {
    finish = resolve
  })
  return {
    finish: () => finish(),
    begun: () => begun,
    run: () => {
      begun = true
      return ended
    }
  }
}

it('no more pages than allowed run, and the others follow in order, even after a failed one', async () => {
  const slots = createPageSlots(1)
  const failing = slots.run(() => Promise.reject(new Error('broken')))
  const [second, third] = [work(), work()]
  const both = [slots.run(second.run), slots.run(third.run)]
  await expect(failing).rejects.toThrow('broken')
  await pause(0)
  expect([second.begun(), third.begun()]).toEqual([true, false])
  second.finish()
  await both[0]
  await pause(0)
  expect(third.begun()).toBe(true)
  third.finish()
  await both[1]
})

it('the longest wait is reported, and 0 when nobody waits', async () => {
  const slots = createPageSlots(1)
  expect(slots.waited()).toBe(0)
  const [first, second] = [work(), work()]
  const both = [slots.run(first.run), slots.run(second.run)]
  await pause(30)
  expect(slots.waited()).toBeGreaterThanOrEqual(25)
  first.finish()
  await both[0]
  expect(slots.waited()).toBe(0)
  second.finish()
  await both[1]
  expect(slots.waited()).toBe(0)
})
