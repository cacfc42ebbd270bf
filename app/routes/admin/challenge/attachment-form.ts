import { z } from 'zod'
import { type AttachmentInput, attachmentInput, type Upload, uploadField } from '~/server/assets/contract'

/** Kind of attachment with its file or address. The contract's errors stay at their fields. */
export const attachmentForm = z
  .record(z.string(), z.unknown())
  .transform((form, refinement): AttachmentInput & { file: Upload | null } => {
    const read = attachmentInput.safeParse({
      attachmentType: form.attachmentType,
      remoteUrl: form.attachmentType === 'Remote' ? form.remoteUrl : null
    })
    const file = form.attachmentType === 'Local' ? uploadField.safeParse(form.file) : null
    if (file && (!file.success || file.data.size === 0))
      refinement.addIssue({ code: 'custom', path: ['file'], message: 'file.empty' })
    if (read.success) return { ...read.data, file: file?.data ?? null }
    for (const { path, message } of read.error.issues) refinement.addIssue({ code: 'custom', path, message })
    return z.NEVER
  })
