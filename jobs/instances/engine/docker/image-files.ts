import type { Readable } from 'node:stream'
import type { EngineKeys } from '~/server/engines/contract'
import { HOUR_MS } from '~/server/platform/time'
import { createCalls, DEADLINE } from './calls'
import { asPullError } from './errors'
import { inspectImage, readPullProgress, readReference } from './images'

/** Until the engine begins to send: it may write all layers into a folder of its own first. */
const SAVE_MS = 600_000
/** Until everything is loaded. */
const LOAD_MS = HOUR_MS

interface StoredImage {
  /** The hash of its configuration, which names every layer by its hash. */
  id: string
  bytes: number
}

/** Images of a Docker engine as files, as `docker save` and `docker load` write and read them. Throws EngineError. */
export interface ImageFiles {
  /** Null for a missing image. Throws `image.not_found` for what names no image. */
  find(reference: string): Promise<StoredImage | null>
  /** Returns a tar with all images and their names. The caller destroys it. */
  save(references: readonly string[], signal: AbortSignal): Promise<Readable>
  /** Reads such a tar to its end. An image that is there already stays. */
  load(tar: Readable, signal: AbortSignal): Promise<void>
  /** A folder of the engine's machine, for its free space. */
  root(): Promise<string>
  close(): void
}

/** References with a digest lose it in a file: nothing finds their image again by that name. */
export const isPinned = (reference: string): boolean => readReference(reference).digest !== null

/** `address`: as in DOCKER_HOST. */
export function openImageFiles(
  address: string,
  keys: EngineKeys | 'environment' = 'environment'
): ImageFiles {
  const calls = createCalls(address, keys)
  return {
    async find(reference) {
      const image = await inspectImage(calls, reference)
      return image && { id: image.id, bytes: image.bytes }
    },
    save: (references, signal) =>
      calls.open({
        method: 'GET',
        path: '/images/get',
        query: { names: [...references] },
        deadline: SAVE_MS,
        signal
      }),
    async load(tar, signal) {
      try {
        const answer = await calls.open({
          method: 'POST',
          path: '/images/load',
          query: { quiet: true },
          file: tar,
          deadline: LOAD_MS,
          signal
        })
        await readPullProgress(answer, { loggedIn: false }, () => {})
      } catch (error) {
        throw asPullError(error, { loggedIn: false })
      }
    },
    async root() {
      const { DockerRootDir } = await calls.send<{ DockerRootDir: string }>({
        method: 'GET',
        path: '/info',
        deadline: DEADLINE.read
      })
      return DockerRootDir
    },
    close: calls.close
  }
}
