/** The value of a cookie in a `Cookie` header, decoded; null when absent or malformed. */
export function readCookie(header: string | null, name: string): string | null {
  for (const part of header?.split(';') ?? []) {
    const at = part.indexOf('=')
    if (part.slice(0, at).trim() !== name) continue
    try {
      return decodeURIComponent(part.slice(at + 1).trim())
    } catch {
      return null
    }
  }
  return null
}

interface CookieOptions {
  /** Seconds; 0 deletes. */
  maxAge: number
  /** False lets the shell script mirror the cookie into local storage. Default true. */
  httpOnly?: boolean
}

/** A `Set-Cookie` value for this whole site. */
export function setCookie(name: string, value: string, { maxAge, httpOnly = true }: CookieOptions): string {
  const attributes = `Path=/; Max-Age=${maxAge}; SameSite=Lax${httpOnly ? '; HttpOnly' : ''}`
  return `${name}=${encodeURIComponent(value)}; ${attributes}`
}

export const YEAR = 365 * 24 * 60 * 60
