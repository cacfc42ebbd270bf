import type { Readable } from 'node:stream'

export interface StoredObject {
  key: string
  size: number
  modified: Date
}

/** Methods reject with `file.storage_away` (503) while the store does not reply or take the credentials. */
export interface ObjectStore {
  readonly name: string
  putFile(key: string, path: string, expected: { size: number; hash: string }): Promise<void>
  /** Stores a stream of unknown length in parts; the name exists only after the last part. */
  putStream(key: string, content: Readable, signal?: AbortSignal): Promise<void>
  /** Null when missing. `hash`: SHA-256, null after putStream. */
  head(key: string): Promise<(StoredObject & { hash: string | null }) | null>
  /** Bytes `start` to `end`, both included, or all; null when missing. */
  get(key: string, range?: { start: number; end: number }): Promise<Readable | null>
  /** Succeeds for a missing one too. */
  remove(key: string): Promise<void>
  /** Page by page. */
  list(prefix: string): AsyncGenerator<StoredObject>
  /** @throws Error in a sentence for the operator when the bucket is unusable; AppError when nobody replies */
  check(): Promise<void>
  close(): void
}
