/** A refusal of the platform, in words for the reader. */
export class Refused extends Error {
  constructor(
    message: string,
    readonly status: number,
    /** Seconds to wait; null when not said. */
    readonly retryAfter: number | null
  ) {
    super(message)
  }
}

/**
 * One call of the platform.
 * @throws Refused with the server's words; TypeError when the network failed
 */
export async function call<T>(url: string, init?: RequestInit): Promise<T> {
  const response = await fetch(url, init)
  if (response.ok) return (await response.json()) as T
  const { title } = (await response.json().catch(() => ({}))) as { title?: unknown }
  const seconds = Number(response.headers.get('Retry-After'))
  throw new Refused(
    typeof title === 'string' ? title : '',
    response.status,
    Number.isFinite(seconds) && seconds > 0 ? seconds : null
  )
}

/** Sends JSON. @see call */
export const post = <T>(url: string, body: unknown) =>
  call<T>(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body)
  })

export const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds))
