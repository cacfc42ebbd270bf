import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { createLog } from '~/server/platform/log'
import { createWorkers, type Workers } from './workers'

/** A call can leave something running, which ends the thread after the answer. */
const CODE = (ending: string) => `
module.exports = {
  apiVersion: 1, kind: 'checker', name: 'later', version: '1',
  async check(answer, ends) {
    await new Promise((resolve) => setTimeout(resolve, ends ? 200 : 0))
    if (ends) setTimeout(() => { ${ending} }, 50)
    return answer === 'right'
  }
}`

describe('threads of a plug-in that end between two calls', () => {
  let workers: Workers
  afterEach(() => workers.close())

  it.each([
    ['throw', "throw new Error('left behind')"],
    ['exit', 'process.exit(1)']
  ])('answer no later call (%s)', async (_, ending) => {
    workers = await createWorkers({ file: 'later.ts', code: CODE(ending), log: createLog('test', 'silent') })
    const check = (ends: boolean) => workers.call({ method: 'check', args: ['right', ends] }, 5000)
    // Four at once, so that four threads wait for calls and end.
    expect(await Promise.all([1, 2, 3, 4].map(() => check(true)))).toEqual([true, true, true, true])
    await pause(1000)
    for (let call = 0; call < 4; call++) expect(await check(false)).toBe(true)
  })
})
