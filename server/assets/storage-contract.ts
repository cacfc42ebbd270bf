import type { OpenFile, Staged } from './contract'

/** Files by SHA-256 in a folder or object store; temporary files always in the folder. Knows no uses. */
export interface Storage {
  /** Creates folders and checks the bucket. @throws Error in a sentence for the operator when it cannot write */
  prepare(): Promise<void>
  /** Writes a temporary file. @throws AppError `file.too_large`, `file.no_room` 503, `asset.io_error` */
  receive(source: AsyncIterable<Uint8Array>, limit: number): Promise<Staged>
  /**
   * Early, so that `place` does not upload inside a transaction; no-op for a folder. @throws `file.storage_away` 503
   */
  storeAhead(staged: Staged): Promise<void>
  /** Makes a temporary file the stored one of its hash. @throws as `storeAhead` */
  place(staged: Staged): Promise<void>
  /** Deletes a temporary file; succeeds for a missing one too. */
  discard(path: string): Promise<void>
  /** Checks no access; null for a missing file. @throws as `storeAhead` */
  open(hash: string): Promise<OpenFile | null>
  remove(hash: string): Promise<void>
  /** Deletes temporary files that are older. @returns how many */
  sweepTemporary(before: Date): Promise<number>
  /** Hashes of files that were stored before that time, whether used or not. */
  stored(before: Date): AsyncGenerator<string>
  room(): Promise<number>
  /** Null without an object store. Never rejects. */
  reachable(): Promise<boolean | null>
}
