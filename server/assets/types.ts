const ascii = (head: Buffer, start: number, end: number) => head.toString('latin1', start, end)

const SIGNATURES: [type: string, test: (head: Buffer) => boolean][] = [
  ['image/png', (head) => head.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))],
  ['image/jpeg', (head) => head.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))],
  ['image/gif', (head) => /^GIF8[79]a$/.test(ascii(head, 0, 6))],
  ['image/webp', (head) => ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 12) === 'WEBP'],
  ['image/avif', (head) => ascii(head, 4, 8) === 'ftyp' && /^avi[fs]$/.test(ascii(head, 8, 12))],
  ['application/pdf', (head) => ascii(head, 0, 5) === '%PDF-']
]

/** Detects the type by the first bytes; null for types that browsers must not interpret, SVG and HTML included. */
export function sniffMediaType(head: Buffer): string | null {
  return SIGNATURES.find(([, test]) => test(head))?.[0] ?? null
}

export const isImage = (type: string | null) => type?.startsWith('image/') ?? false
