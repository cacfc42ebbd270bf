/** A refusal with the server's message for the reader. */
export class Refused extends Error {
  constructor(
    message: string,
    readonly status: number,
    /** Seconds to wait; null when unknown. */
    readonly retryAfter: number | null
  ) {
    super(message)
  }
}

/** Returns JSON. @throws Refused with the server's message; TypeError when the network failed */
export async function fetchJson<T>(url: string, init?: RequestInit): Promise<T> {
  return (await (await fetchOk(url, init)).json()) as T
}

/**
 * @throws Refused for any status but 2xx, with the error's title and the seconds to wait; TypeError without a network
 */
export async function fetchOk(url: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init)
  if (response.ok) return response
  const seconds = Number(response.headers.get('Retry-After'))
  throw new Refused(
    errorTitleOf(await response.text().catch(() => '')),
    response.status,
    Number.isFinite(seconds) && seconds > 0 ? seconds : null
  )
}

/** Title of an error body; '' when it has none. */
export function errorTitleOf(body: string): string {
  try {
    const { title } = JSON.parse(body) as { title?: unknown }
    return typeof title === 'string' ? title : ''
  } catch {
    return ''
  }
}

/** `tell` gets whole percents, which `fetch` does not report. @throws as `fetchJson` */
export function upload(url: string, form: FormData, onProgress: (percent: number) => void): Promise<string> {
  const request = new XMLHttpRequest()
  return new Promise((resolve, reject) => {
    request.upload.onprogress = ({ loaded, total }) =>
      onProgress(Math.floor((100 * loaded) / Math.max(total, 1)))
    request.onload = () => {
      if (request.status < 300) resolve(request.responseText)
      else reject(new Refused(errorTitleOf(request.responseText), request.status, null))
    }
    request.onerror = () => reject(new TypeError('The network failed'))
    request.open('POST', url)
    request.send(form)
  })
}

const withJson = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body)
})

export const postJson = <T>(url: string, body: unknown) => fetchJson<T>(url, withJson(body))

export const postNoReply = async (url: string, body: unknown) => void (await fetchOk(url, withJson(body)))

export const delay = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds))
