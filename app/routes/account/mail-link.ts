/** Query of a mailed link, base64 of UTF-8 (docs/rules/accounts.md#links-in-mails). */
export interface MailLink {
  token: string
  email: string
  /** Decoded address; null when invalid. */
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

/** Null when a part is missing. Plain-text mail turns `+` into a space. */
export function mailLink({ searchParams }: URL): MailLink | null {
  const part = (name: string) => searchParams.get(name)?.trim().replace(/ /g, '+') || null
  const [token, email] = [part('token'), part('email')]
  return token && email ? { token, email, address: decoded(email) } : null
}

/** The address is a secret. Not `no-referrer`: browsers would hide the origin of forms, which is checked. */
export const keyHeaders = () => ({ 'Referrer-Policy': 'same-origin', 'Cache-Control': 'no-store' })
