import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import type { Answer, Client } from '../api/client'

export function picture(format: 'png' | 'jpeg' | 'webp' | 'gif' | 'avif' = 'png', width = 40, height = 30) {
  const [r, g, b] = randomBytes(3) as unknown as [number, number, number]
  return sharp({ create: { width, height, channels: 3, background: { r, g, b } } })
    .toFormat(format)
    .toBuffer()
}

export function pdf(text = randomBytes(8).toString('hex')): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
    `<< /Producer (${text}) >>`
  ]
  let body = '%PDF-1.4\n'
  const entries = objects.map((object, place) => {
    const at = Buffer.byteLength(body)
    body += `${place + 1} 0 obj\n${object}\nendobj\n`
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 5\n0000000000 65535 f \n${entries.join('')}`
  const trailer = 'trailer\n<< /Size 5 /Root 1 0 R /Info 4 0 R >>\n'
  return Buffer.from(`${body}${table}${trailer}startxref\n${Buffer.byteLength(body)}\n%%EOF\n`)
}

interface Part {
  field?: string
  name?: string
  type?: string
  content: Buffer | string
}

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
