import { Readable } from 'node:stream'
import type { MakeChange } from '~/server/change'
import type { Database } from '~/server/db'
import { AppError, isAppError } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import type { ObjectStore } from '~/server/platform/objects'
import { createReading, type NoteDownload, type Reading } from './access'
import { type Attachments, attachments } from './attachments'
import { type Blobs, createBlobs } from './blobs'
import { type Brand, createBrand } from './brand'
import { FILE_LIMITS, type ImageKind, type Staged, type Upload, type ZipPart } from './contract'
import { reencode } from './images'
import { createPictures, type Pictures } from './pictures'
import { createStorage, type Storage } from './storage'
import { createSweeping, keepTidy, type Sweeping } from './sweep'
import { createUploads, type Uploads } from './uploads'
import { zipOf } from './zipping'

/** Contents are stored once by SHA-256; uses are foreign keys, which block deletion and end with their owner. */
export interface Assets
  extends Pictures,
    Brand,
    Uploads,
    Attachments,
    Reading,
    Sweeping,
    Pick<Blobs, 'keep' | 'storing' | 'drop'>,
    Pick<Storage, 'prepare' | 'receive' | 'storeAhead' | 'discard' | 'open' | 'room' | 'reachable'> {
  /** `failure`: the code for an invalid picture. @throws AppError `file.empty`, `file.too_large` and the failure */
  image(upload: Upload | undefined, kind: ImageKind, failure?: string): Promise<Staged>
  /** Made and read part by part. A missing content is an error of the stream. */
  zip(parts: Iterable<ZipPart>, mtime: Date): Readable
}

interface Needs {
  db: Database
  change: MakeChange
  log: Log
  data: string
  /** Null: the data folder. */
  objects: ObjectStore | null
  noteDownload: NoteDownload
}

export function createAssets({ data, objects, noteDownload, ...needs }: Needs): Assets {
  const storage = createStorage(data, objects, needs.log)
  const blobs = createBlobs(needs.db, needs.change, storage)

  const image: Assets['image'] = async (upload, kind, failure = 'file.store_failed') => {
    if (!upload || upload.size === 0) throw new AppError('file.empty')
    if (upload.size > FILE_LIMITS.image) throw new AppError('file.too_large')
    const made = await reencode(upload.path, kind).catch((error) => {
      throw isAppError(error) && error.code === 'file.store_failed' ? new AppError(failure) : error
    })
    return storage.receive(Readable.from([made]), made.length)
  }

  return {
    async prepare() {
      await storage.prepare()
      keepTidy(storage)
    },
    receive: storage.receive,
    storeAhead: storage.storeAhead,
    discard: storage.discard,
    open: storage.open,
    room: storage.room,
    reachable: storage.reachable,
    keep: blobs.keep,
    storing: blobs.storing,
    drop: blobs.drop,
    image,
    zip: (parts, mtime) => zipOf(storage, parts, mtime),
    ...attachments,
    ...createReading(needs.db, storage, noteDownload),
    ...createSweeping(needs.db, storage, blobs, needs.log),
    ...createUploads({ db: needs.db, blobs }),
    ...createPictures({ ...needs, blobs, image }),
    ...createBrand({ ...needs, blobs, image })
  }
}
