import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import type { Answer, Client } from '../client'

/** A picture of one colour, different each time. */
export function picture(format: 'png' | 'jpeg' | 'webp' | 'gif' | 'avif' = 'png', width = 40, height = 30) {
  const [r, g, b] = randomBytes(3) as unknown as [number, number, number]
  return sharp({ create: { width, height, channels: 3, background: { r, g, b } } })
    .toFormat(format)
    .toBuffer()
}

/** Something that is taken for a PDF. */
export const pdf = (text = randomBytes(8).toString('hex')) =>
  Buffer.from(`%PDF-1.4\n1 0 obj\n<< /Producer (${text}) >>\nendobj\ntrailer\n<< >>\nstartxref\n0\n%%EOF\n`)

interface Part {
  field?: string
  name?: string
  type?: string
  content: Buffer | string
}

/** Sends files as a browser's form does. */
export async function send<T = unknown>(
  client: Client,
  method: string,
  path: string,
  parts: Part[],
  fields: Record<string, string> = {}
): Promise<Answer<T>> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const { field = 'file', name = 'file.png', type = '', content } of parts)
    form.append(field, new Blob([new Uint8Array(Buffer.from(content))], { type }), name)
  const answer = await fetch(client.url + path, {
    method,
    redirect: 'manual',
    headers: client.cookie ? { Cookie: client.cookie } : {},
    body: form
  })
  const text = await answer.text()
  const json = answer.headers.get('content-type')?.startsWith('application/json')
  return { status: answer.status, body: (json ? JSON.parse(text) : text) as T, headers: answer.headers }
}
