import type { OpenFile, Staged } from './contract'

/**
 * Files by their SHA-256, below `HALYARD_DATA/files` or in an object store. Temporary files are always in the folder. Knows
 * nothing of who uses what.
 */
export interface Storage {
  /** Makes the folders, and looks whether the bucket can be used. @throws Error with a sentence for the operator when nothing can be written there */
  prepare(): Promise<void>
  /** Writes a temporary file to the disk. @throws AppError `file.too_large`, `asset.io_error` */
  receive(source: AsyncIterable<Uint8Array>, limit: number): Promise<Staged>
  /**
   * Brings a temporary file to an object store, so that `place` does not do it while a transaction waits; nothing to do
   * for a folder. @throws AppError `file.storage_away` 503
   */
  storeAhead(staged: Staged): Promise<void>
  /** Makes a temporary file the stored one of its hash, whether or not there is one. @throws as `storeAhead` */
  place(staged: Staged): Promise<void>
  /** Deletes a temporary file; fine when it has been placed. */
  discard(path: string): Promise<void>
  /** Opens a stored file, without any check; null when there is none. @throws as `storeAhead` */
  open(hash: string): Promise<OpenFile | null>
  /** Deletes a stored file; fine when it is gone. */
  remove(hash: string): Promise<void>
  /** Deletes temporary files last written before `before`; returns how many. */
  sweepTemporary(before: Date): Promise<number>
  /** Stored files last written before `before`. */
  stored(before: Date): AsyncGenerator<string>
  /** Bytes that can still be written to the folder. */
  room(): Promise<number>
  /** Whether the object store answers; null without one. Never rejects. */
  reachable(): Promise<boolean | null>
}
