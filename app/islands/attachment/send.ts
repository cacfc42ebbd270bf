/** What the form says. */
export interface Chosen {
  attachmentType: string
  file: File | null
  remoteUrl: string
}

/** The calls of the contract that the form stands for. */
export interface Calls {
  upload: string
  attach: string
}

/** A refusal with the platform's words. */
export class Refused extends Error {}

/** Uploads one file; `tell` hears whole percents. @throws Refused */
function upload(to: string, file: File, tell: (percent: number) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const form = new FormData()
    form.set('files', file)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => tell(Math.floor((100 * loaded) / Math.max(total, 1)))
    request.onload = () => {
      const [stored] = request.status === 200 ? (request.response as { hash: string }[]) : []
      if (stored) resolve(stored.hash)
      else reject(new Refused((request.response as { title?: string } | null)?.title ?? ''))
    }
    request.onerror = () => reject(new Refused(''))
    request.open('POST', to)
    request.send(form)
  })
}

/** Attaches what was chosen, in the two steps of the contract. @throws Refused */
export async function attach({ upload: to, attach }: Calls, chosen: Chosen, tell: (percent: number) => void) {
  const { attachmentType, file, remoteUrl } = chosen
  const fileHash = attachmentType === 'Local' && file ? await upload(to, file, tell) : null
  const response = await fetch(attach, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      attachmentType,
      fileHash,
      remoteUrl: attachmentType === 'Remote' ? remoteUrl : null
    })
  })
  if (response.ok) return
  const { title } = (await response.json().catch(() => ({}))) as { title?: string }
  throw new Refused(title ?? '')
}
