import { open } from 'node:fs/promises'
import type { Upload } from '~/server/assets/contract'
import { FILE_LIMITS } from '~/server/assets/contract'
import { AppError } from '~/server/platform/errors'

/** How far from the end the mark of the end may be: readers allow this much behind it (ISO 32000, annex H). */
const TAIL = 1024

async function tailOf(path: string, size: number): Promise<string> {
  const file = await open(path, 'r')
  try {
    const length = Math.min(size, TAIL)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length)
    return buffer.toString('latin1', 0, bytesRead)
  } finally {
    await file.close()
  }
}

/**
 * The file when it is a PDF by its name, its claimed type, its beginning and its end (behaviour.md 3.8).
 * @throws AppError `file.empty`, `file.too_large`, `file.not_pdf`
 */
export async function checkedPdf(upload: Upload | undefined): Promise<Upload> {
  if (!upload || upload.size === 0) throw new AppError('file.empty')
  if (upload.size > FILE_LIMITS.writeup) throw new AppError('file.too_large')
  const claimed = upload.claimed.split(';')[0]!.trim() === 'application/pdf' && upload.name.endsWith('.pdf')
  const real = upload.type === 'application/pdf' && (await tailOf(upload.path, upload.size)).includes('%%EOF')
  if (!claimed || !real) throw new AppError('file.not_pdf')
  return upload
}
