import { postNoReply, upload } from '../runtime/calls'

export interface Chosen {
  attachmentType: string
  file: File | null
  remoteUrl: string
}

export interface Calls {
  upload: string
  attach: string
}

/** Uploads and attaches, in the two steps of the contract. @throws Refused */
export async function attach(
  { upload: to, attach }: Calls,
  chosen: Chosen,
  onProgress: (percent: number) => void
) {
  const { attachmentType, file, remoteUrl } = chosen
  const fileHash = attachmentType === 'Local' && file ? await stored(to, file, onProgress) : null
  await postNoReply(attach, {
    attachmentType,
    fileHash,
    remoteUrl: attachmentType === 'Remote' ? remoteUrl : null
  })
}

async function stored(to: string, file: File, onProgress: (percent: number) => void): Promise<string> {
  const form = new FormData()
  form.set('files', file)
  const [{ hash }] = JSON.parse(await upload(to, form, onProgress)) as [{ hash: string }]
  return hash
}
