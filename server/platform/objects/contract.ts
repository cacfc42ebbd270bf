import type { Readable } from 'node:stream'

/** An object of the store, as its list tells it. */
export interface StoredObject {
  key: string
  size: number
  /** When it was last written, by the store's clock. */
  modified: Date
}

/**
 * Objects by name, at a place that every process reaches. Everything rejects with an AppError `file.storage_away` (503)
 * while the store does not answer, takes the credentials, or has the bucket.
 */
export interface ObjectStore {
  /** Where it is, for operators: address and bucket. */
  readonly name: string
  /** Stores a file under a name, whether or not there is one. The store refuses bytes of another SHA-256 (lower-case hex). */
  putFile(key: string, path: string, expected: { size: number; hash: string }): Promise<void>
  /** Stores what comes, of any length, in parts: there is nothing under the name before the last one. */
  putStream(key: string, content: Readable, signal?: AbortSignal): Promise<void>
  /** Null when there is none. `hash`: its SHA-256, null of one that came in parts. */
  head(key: string): Promise<(StoredObject & { hash: string | null }) | null>
  /** The bytes from `start` to `end`, both included, or all of them; null when there is none. */
  get(key: string, range?: { start: number; end: number }): Promise<Readable | null>
  /** Fine when it is gone. */
  remove(key: string): Promise<void>
  /** Objects whose name begins so, by name. */
  list(prefix: string): AsyncGenerator<StoredObject>
  /** @throws Error with a sentence for the operator when the bucket cannot be used; AppError when nobody answers */
  check(): Promise<void>
  close(): void
}
