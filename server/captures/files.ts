import { open, readFile, rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { ObjectStore } from '~/server/platform/objects'
import { sha256Hex } from '~/server/platform/sha256'
import { folderOf } from './limits'
import { wholeLength } from './pcap'

export interface CaptureName {
  challengeId: number
  participationId: number
  file: string
}

/** Recorders write to their machine's folder; shipping.ts moves closed files to an object store. */
export interface CaptureFiles {
  readonly root: string
  readonly objects: ObjectStore | null
  pathOf(name: CaptureName): string
  /** The first `size` bytes, at least one; null for a file neither here nor in the store. */
  read(name: CaptureName, size: number): Promise<Readable | null>
  remove(name: CaptureName): Promise<void>
  /** Cuts off a partial packet of a file without a writer. @returns its bytes; null when it is not here */
  repair(name: CaptureName): Promise<number | null>
  /** Moves a file to the store. @returns its bytes */
  ship(name: CaptureName): Promise<number>
}

const PREFIX = 'capture/'
export const captureName = ({ challengeId, participationId, file }: CaptureName) =>
  `${PREFIX}${folderOf(challengeId, participationId)}/${file}`

const KEY = /^capture\/(\d{1,9})\/(\d{1,9})\/([^/]+)$/

/**
 * Recordings in the object store that were stored before `before`, milliseconds since 1970. Other objects are passed
 * over.
 */
export async function* shippedBefore(objects: ObjectStore, before: number): AsyncGenerator<CaptureName> {
  for await (const { key, modified } of objects.list(PREFIX)) {
    const [, challenge, participation, file] = KEY.exec(key) ?? []
    if (file !== undefined && modified.getTime() < before)
      yield { challengeId: Number(challenge), participationId: Number(participation), file }
  }
}

export function createCaptureFiles(root: string, objects: ObjectStore | null): CaptureFiles {
  const pathOf = ({ challengeId, participationId, file }: CaptureName) =>
    join(root, folderOf(challengeId, participationId), file)

  return {
    root,
    objects,
    pathOf,

    async read(name, size) {
      const handle = await open(pathOf(name)).catch(() => null)
      if (handle) return handle.createReadStream({ start: 0, end: size - 1 })
      return (await objects?.get(captureName(name), { start: 0, end: size - 1 })) ?? null
    },

    async remove(name) {
      await rm(pathOf(name), { force: true })
      await objects?.remove(captureName(name))
    },

    async repair(name) {
      const content = await readFile(pathOf(name)).catch(() => null)
      if (!content) return (await objects?.head(captureName(name)))?.size ?? null
      const length = wholeLength(content)
      if (length < content.length) await truncate(pathOf(name), length).catch(() => {})
      return length
    },

    async ship(name) {
      const path = pathOf(name)
      const content = await readFile(path)
      const size = wholeLength(content)
      const hash = sha256Hex(content.subarray(0, size))
      if (size > 0 && objects) await objects.putFile(captureName(name), path, { size, hash })
      await rm(path, { force: true })
      return size
    }
  }
}
