import { sha256Hex } from '~/server/platform/sha256'

/** Default flag: `flag{<title as a slug>-<8 hex digits of the title's SHA-256>}`, at most 64 characters. */
export function flagFor(title: string): string {
  const slug = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40)
  const mark = sha256Hex(title).slice(0, 8)
  return `flag{${slug ? `${slug}-` : ''}${mark}}`
}
