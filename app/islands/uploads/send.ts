/** What a server says about an upload that it refused. */
export class Refused extends Error {}

/**
 * Posts files as a form; `progress` hears the share that is sent, from 0 to 1.
 * @throws Refused with the server's words, Error when there is no answer
 */
export function sendFiles(
  href: string,
  files: readonly File[],
  progress: (share: number) => void
): Promise<void> {
  const form = new FormData()
  for (const file of files) form.append('files', file)
  const request = new XMLHttpRequest()
  return new Promise((resolve, reject) => {
    request.upload.onprogress = ({ loaded, total }) => progress(total > 0 ? loaded / total : 0)
    request.onload = () => {
      if (request.status === 200) resolve()
      else reject(new Refused(titleOf(request.responseText)))
    }
    request.onerror = () => reject(new Error('No answer'))
    request.open('POST', href)
    request.send(form)
  })
}

/** The words of an error's body; '' when it has none. */
export function titleOf(body: string): string {
  try {
    const { title } = JSON.parse(body) as { title?: unknown }
    return typeof title === 'string' ? title : ''
  } catch {
    return ''
  }
}
