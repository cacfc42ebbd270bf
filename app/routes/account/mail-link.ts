/** What a mailed link carries in its query, base64 of UTF-8 (docs/rules/accounts.md#links-in-mails). */
export interface MailLink {
  token: string
  email: string
  /** The address in words; null when it cannot be read. */
  address: string | null
}

function decoded(base64: string): string | null {
  try {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.length <= 254 && /^[^@\s\p{C}]+@[^@\s\p{C}]+$/u.test(text) ? text : null
  } catch {
    return null
  }
}

/** The link of this address; null when a part is missing. Writing mails as text turns `+` into a space. */
export function mailLink({ searchParams }: URL): MailLink | null {
  const part = (name: string) => searchParams.get(name)?.trim().replace(/ /g, '+') || null
  const [token, email] = [part('token'), part('email')]
  return token && email ? { token, email, address: decoded(email) } : null
}

/**
 * Headers of pages whose address is a key: it goes to no other site and into no cache. Not `no-referrer`: with that,
 * browsers keep back the origin of forms, by which the platform knows its own.
 */
export const keyHeaders = () => ({ 'Referrer-Policy': 'same-origin', 'Cache-Control': 'no-store' })
