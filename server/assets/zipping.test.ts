import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { zipOf } from './zipping'

it('a content that is gone is an error for who reads the archive, also when nobody reads it yet', async () => {
  const archive = zipOf({ open: async () => null }, [{ path: 'a', hash: 'f'.repeat(64) }], new Date(0))
  const failed = new Promise((resolve) => archive.once('close', resolve))
  // A failure without a listener would be an uncaught exception, which fails the run.
  await failed
  await sleep(5)
  await expect(buffer(archive)).rejects.toMatchObject({ code: 'file.not_found' })
})
