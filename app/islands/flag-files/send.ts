const FILES = 100
const BYTES = 32 * 1024 * 1024

const TRIES = 10

/** Groups for one request each; an oversized file goes alone. */
export function batchesOf<T extends Pick<File, 'size'>>(files: readonly T[]): T[][] {
  const batches: T[][] = []
  let bytes = 0
  for (const file of files) {
    const last = batches.at(-1)
    if (last && last.length < FILES && bytes + file.size <= BYTES) {
      last.push(file)
      bytes += file.size
    } else {
      batches.push([file])
      bytes = file.size
    }
  }
  return batches
}

/** Sends files as the form does. @throws Error when they are refused */
export async function sendBatch(href: string, files: readonly File[]): Promise<void> {
  const form = new FormData()
  form.set('intent', 'upload')
  for (const file of files) form.append('files', file)
  for (let tries = 1; ; tries++) {
    // A redirect means success; following it would fetch a page.
    const response = await fetch(href, { method: 'POST', body: form, redirect: 'manual' })
    if (response.type === 'opaqueredirect') return
    const seconds = Number(response.headers.get('Retry-After'))
    if (response.status !== 429 || tries === TRIES) throw new Error(`Refused with ${response.status}`)
    await new Promise((resolve) => setTimeout(resolve, Math.max(seconds, 1) * 1000))
  }
}
