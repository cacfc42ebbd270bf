import type { Upload } from '~/server/assets/contract'
import { FILE_LIMITS } from '~/server/assets/contract'
import { AppError } from '~/server/platform/errors'

/**
 * The file when it is a PDF by its name, its claimed type and its beginning (docs/rules/files.md#writeups).
 * @throws AppError `file.empty`, `file.too_large`, `file.not_pdf`
 */
export function checkedPdf(upload: Upload | undefined): Upload {
  if (!upload || upload.size === 0) throw new AppError('file.empty')
  if (upload.size > FILE_LIMITS.writeup) throw new AppError('file.too_large')
  const claimed = upload.claimed.split(';')[0]!.trim() === 'application/pdf' && upload.name.endsWith('.pdf')
  if (!claimed || upload.type !== 'application/pdf') throw new AppError('file.not_pdf')
  return upload
}
