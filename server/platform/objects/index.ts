import type { ObjectStore } from './contract'
import { createS3Store } from './s3'
import { objectSettings } from './settings'

export type { ObjectStore, StoredObject } from './contract'
export { createS3Store } from './s3'
export { objectSettings } from './settings'

/** Null without `S3_BUCKET`: files are on the disk. */
export function objectsOf(env: Parameters<typeof objectSettings>[0]): ObjectStore | null {
  const settings = objectSettings(env)
  return settings && createS3Store(settings)
}
