import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createDockerEngine } from '~/jobs/instances/engine/docker'
import type { EngineEvent } from '~/jobs/instances/engine/engine'
import { freePort } from '~/scripts/lib/processes/ports.mjs'
import { planOf, shell, useDockerEngine } from '../support/instances/docker-engine'
import { dockerHost, hasEngine } from '../support/instances/engine'
import { forwardTo } from '../support/instances/forwarder'

describe.skipIf(!hasEngine)('what a Docker engine reports', () => {
  const made = useDockerEngine()
  const { install } = made

  it('the engine reports health as the image checks it', async () => {
    const events: EngineEvent[] = []
    const watching = new AbortController()
    const watched = made.engine.watch(watching.signal, (event) => events.push(event))
    const image = await made.script('touch /tmp/well; exec sleep 1000', { healthcheck: 'test -f /tmp/well' })
    const plan = planOf({ image })
    const { instance, generation } = plan
    const { container } = await made.engine.start(plan)
    await expect.poll(() => events).toContainEqual({ instance, generation, kind: 'healthy' })
    expect(await made.engine.inspect(instance)).toMatchObject({ health: 'healthy' })
    await shell(container, 'rm /tmp/well')
    await expect.poll(() => events).toContainEqual({ instance, generation, kind: 'unhealthy' })
    expect(await made.engine.inspect(instance)).toMatchObject({ running: true, health: 'unhealthy' })
    watching.abort()
    await watched
  })

  it('the log has stream, time and text of each line, the newest last', async () => {
    const script = `
      echo one; echo two >&2; sleep 1; echo three; head -c 40000 /dev/zero | tr '\\0' 'x'; echo '|ä'
      sleep 1; printf 'no end'`
    const plan = planOf({ image: await made.script(script) })
    await made.engine.start(plan)
    await expect.poll(() => made.engine.inspect(plan.instance)).toMatchObject({ running: false, exitCode: 0 })
    const lines = await made.engine.logs(plan.instance)
    const by = (stream: string) => lines.filter((line) => line.stream === stream).map(({ text }) => text)
    expect(by('stderr')).toEqual(['two'])
    expect(by('stdout')).toEqual(['one', 'three', `${'x'.repeat(40_000)}|ä`, 'no end'])
    for (const { at } of lines) expect(Math.abs(at.getTime() - Date.now())).toBeLessThan(120_000)
    const last = lines.at(-1)!
    expect(await made.engine.logs(plan.instance, { lines: 1 })).toEqual([last])
    expect(await made.engine.logs(plan.instance, { since: last.at })).toEqual([last])
    await expect(made.engine.logs(randomUUID())).rejects.toMatchObject({ fault: 'gone' })
  })

  it('at most 64 KiB of a log are read, however many lines are requested', async () => {
    const plan = planOf({ image: await made.script('seq 100000 110999') })
    await made.engine.start(plan)
    await expect.poll(() => made.engine.inspect(plan.instance)).toMatchObject({ running: false })
    const lines = await made.engine.logs(plan.instance, { lines: 1_000_000 })
    expect(lines).toHaveLength(Math.floor((64 * 1024) / 6))
    expect(lines.at(-1)!.text).toBe('110999')
  })

  describe('an engine that does not answer', () => {
    it('calls and their connections end at their timeout', async () => {
      const forwarder = await forwardTo(dockerHost())
      const far = createDockerEngine({ address: forwarder.address, install })
      const plan = planOf()
      await far.start(plan)
      const watching = far.watch(new AbortController().signal, () => {})
      watching.catch(() => {})
      await far.list()
      expect(forwarder.open()).toBeGreaterThan(1)
      forwarder.stall()
      const begun = performance.now()
      const calls = [far.info(), far.list(), far.inspect(plan.instance), far.remove(plan.instance)]
      for (const call of await Promise.allSettled(calls)) {
        expect(call).toMatchObject({ status: 'rejected', reason: { name: 'EngineError', fault: 'timeout' } })
      }
      expect(performance.now() - begun).toBeLessThan(8000)
      // Those of the calls are gone; the stream of events is told that of its own by whoever cuts it.
      await expect.poll(() => forwarder.open()).toBe(1)
      forwarder.cut()
      await expect(watching).rejects.toMatchObject({ name: 'EngineError', fault: 'unreachable' })
      await expect(far.list()).rejects.toMatchObject({ name: 'EngineError', fault: 'unreachable' })
      far.close()
      await made.engine.remove(plan.instance)
    })

    it('a timeout is another fault than an engine that is unreachable', async () => {
      for (const address of [
        'unix:///nowhere/docker.sock',
        `tcp://127.0.0.1:${await freePort('127.0.0.1')}`
      ]) {
        const nobody = createDockerEngine({ address, install })
        await expect(nobody.info()).rejects.toMatchObject({ name: 'EngineError', fault: 'unreachable' })
        await expect(nobody.start(planOf())).rejects.toMatchObject({ fault: 'unreachable' })
        await expect(nobody.watch(new AbortController().signal, () => {})).rejects.toMatchObject({
          fault: 'unreachable'
        })
        nobody.close()
      }
    })

    it('aborting a watch ends its connection', async () => {
      const watching = new AbortController()
      const watched = made.engine.watch(watching.signal, () => {})
      watching.abort()
      await watched
    })
  })
})
