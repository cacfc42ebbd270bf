/** The way of a file to the platform. */
export type Sent = { kind: 'done' } | { kind: 'login' } | { kind: 'refused'; message: string | null }

/** What is plain before anything is sent; null when the file may go. */
export function faultOf({ name, size }: Pick<File, 'name' | 'size'>, most: number): string | null {
  if (!name.endsWith('.pdf')) return 'writeup:form.not_pdf'
  if (size === 0) return 'writeup:form.empty'
  return size > most ? 'writeup:form.too_large' : null
}

/** The server's words of an answer that is no success; null without any. */
export function wordsOf(body: string): string | null {
  try {
    const { title } = JSON.parse(body) as { title?: unknown }
    return typeof title === 'string' && title ? title : null
  } catch {
    return null
  }
}

/** Sends the file; `onShare` hears how much is on its way, in percent. Only this old interface tells it. */
export function sendFile(url: string, file: File, onShare: (percent: number) => void): Promise<Sent> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.upload.onprogress = ({ loaded, total }) =>
      onShare(Math.floor((loaded * 100) / Math.max(1, total)))
    request.onload = () => {
      if (request.status < 300) resolve({ kind: 'done' })
      else if (request.status === 401) resolve({ kind: 'login' })
      else resolve({ kind: 'refused', message: wordsOf(request.responseText) })
    }
    request.onerror = () => resolve({ kind: 'refused', message: null })
    request.open('POST', url)
    const form = new FormData()
    form.set('file', file)
    request.send(form)
  })
}
