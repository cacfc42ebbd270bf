import { open } from 'node:fs/promises'
import type { Upload } from '~/server/assets/contract'
import { FILE_LIMITS } from '~/server/assets/contract'
import { AppError } from '~/server/platform/errors'

/** Bytes read from a PDF's end; readers look for its mark in the last 1,024. */
const END_BYTES = 2048
/** Writers miscount by some bytes, which readers forgive. */
const NEAR = 16

/**
 * Checks name, claimed type, beginning, and an end that leads to the object table (docs/rules/files.md#writeups).
 * @throws AppError `file.empty`, `file.too_large`, `file.not_pdf`, `file.pdf_incomplete`
 */
export async function checkedPdf(upload: Upload | undefined): Promise<Upload> {
  if (!upload || upload.size === 0) throw new AppError('file.empty')
  if (upload.size > FILE_LIMITS.writeup) throw new AppError('file.too_large')
  const claimed = upload.claimed.split(';')[0]!.trim() === 'application/pdf' && upload.name.endsWith('.pdf')
  if (!claimed || upload.type !== 'application/pdf') throw new AppError('file.not_pdf')
  if (!(await isWhole(upload))) throw new AppError('file.pdf_incomplete')
  return upload
}

async function isWhole({ path, size }: Upload): Promise<boolean> {
  const file = await open(path)
  try {
    const read = async (from: number, length: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from)
      return buffer.toString('latin1', 0, bytesRead)
    }
    const end = await read(Math.max(0, size - END_BYTES), END_BYTES)
    const named = [...end.matchAll(/startxref\s+(\d{1,10})\s+%%EOF/g)].at(-1)
    const at = Number(named?.[1])
    if (!(at > 0 && at < size)) return false
    return /xref|\d\s+obj/.test(await read(Math.max(0, at - NEAR), 2 * NEAR))
  } finally {
    await file.close()
  }
}
