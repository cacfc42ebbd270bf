import type { IncomingMessage } from 'node:http'
import type { Readable, Writable } from 'node:stream'
import { Busboy, type BusboyHeaders } from '@fastify/busboy'
import type { FormLimits, SentFiles, Staged, Upload } from '~/server/assets/contract'
import { FILE_LIMITS } from '~/server/assets/contract'
import { AppError, isAppError } from '~/server/platform/errors'

type Receive = (source: AsyncIterable<Uint8Array>, limit: number) => Promise<Staged>

const FIELDS = { most: 200, size: 1024 * 1024, total: 4 * 1024 * 1024, name: 200 }
/** Milliseconds of silence after which a sender counts as disconnected. */
const IDLE_MS = 60_000
/** Bytes that a refused sender may still send, so that it receives the reply. */
const DRAINED = 16 * 1024 * 1024

export const isMultipart = (req: IncomingMessage) =>
  /^multipart\/form-data\s*;/i.test(req.headers['content-type'] ?? '')

/** The last part of a path, without unsafe characters, cut to the longest name. */
export function fileName(given: string | undefined): string {
  const last = (given ?? '')
    .slice(-4 * FILE_LIMITS.name)
    .split(/[/\\]/)
    .at(-1)!
  const clean = last.normalize('NFC').replace(/\p{C}/gu, '').trim()
  if (/^\.*$/.test(clean)) return ''
  const characters = [...clean]
  if (characters.length <= FILE_LIMITS.name) return clean
  // Keeps the ending, which tells the type.
  const ending = /\.[^.]{1,20}$/u.exec(clean)?.[0] ?? ''
  return characters.slice(0, FILE_LIMITS.name - [...ending].length).join('') + ending
}

/** Reads the rest of a refused sender up to a limit: cut at once, many clients show no reply. */
function drain(req: IncomingMessage): void {
  let left = DRAINED
  req.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) req.destroy()
  })
  req.resume()
}

function collect(req: IncomingMessage, receive: Receive, limits: FormLimits) {
  const fields: SentFiles['fields'] = []
  const arriving: Promise<Upload | null>[] = []
  const open = new Set<Readable>()
  let total = 0
  const parser = new Busboy({
    headers: req.headers as BusboyHeaders,
    limits: {
      fields: FIELDS.most,
      fieldSize: FIELDS.size,
      fieldNameSize: FIELDS.name,
      files: limits.files,
      headerPairs: 20
    }
  })
  const refuse = (error: AppError) => {
    parser.destroy(error)
    for (const part of open) part.destroy(error)
  }
  parser.on('field', (name, value, nameCut, valueCut) => {
    total += value.length
    if (nameCut || valueCut || total > FIELDS.total) refuse(new AppError('request.too_large', 413))
    else fields.push([name, value])
  })
  parser.on('fieldsLimit', () => refuse(new AppError('request.too_large', 413)))
  parser.on('filesLimit', () => refuse(new AppError('file.excess')))
  parser.on('file', (field, part, given, _encoding, claimed) => {
    open.add(part)
    part.on('error', () => {})
    const upload = receive(part, limits.fileSize).then((staged) => {
      open.delete(part)
      const name = fileName(given)
      return { ...staged, field, name, claimed: claimed.toLowerCase() }
    })
    // Settles once the body has ended; nobody awaits it until then.
    upload.catch((error) => refuse(error))
    arriving.push(upload)
  })
  return { parser, fields, arriving, refuse }
}

/** Does not use pipeline(): it would cut off a refused sender, who would get no reason. */
function parsed(req: IncomingMessage, parser: Writable): Promise<void> {
  return new Promise((resolve, reject) => {
    parser.once('finish', resolve)
    parser.on('error', reject)
    req.once('error', reject)
    req.once('close', () => {
      if (!req.complete) reject(new AppError('request.broken_form'))
    })
    req.pipe(parser)
  })
}

/** Files go to temporary files; a fault deletes them. @throws AppError 415, 413, `file.too_large`, `file.excess` */
export async function readMultipart(
  req: IncomingMessage,
  receive: Receive,
  discard: (path: string) => Promise<void>,
  limits: FormLimits
): Promise<SentFiles> {
  if (!isMultipart(req)) {
    drain(req)
    throw new AppError('request.not_form', 415)
  }
  const announced = Number(req.headers['content-length'] ?? 0)
  if (announced > limits.fileSize * limits.files + 2 * FIELDS.total) {
    drain(req)
    throw limits.files > 0 ? new AppError('file.too_large') : new AppError('request.too_large', 413)
  }
  let body: ReturnType<typeof collect> | null = null
  try {
    body = collect(req, receive, limits)
    req.setTimeout(IDLE_MS, () => req.destroy())
    await parsed(req, body.parser)
    const files = await Promise.all(body.arriving)
    // An empty file field arrives as a nameless part without content.
    const named = files.filter((file) => file !== null && (file.size > 0 || file.name !== ''))
    return { fields: body.fields, files: named as Upload[] }
  } catch (error) {
    const refusal = isAppError(error) ? error : new AppError('request.broken_form')
    if (body) req.unpipe(body.parser)
    body?.refuse(refusal)
    for (const file of await Promise.allSettled(body?.arriving ?? []))
      if (file.status === 'fulfilled' && file.value) await discard(file.value.path)
    drain(req)
    throw refusal
  } finally {
    req.setTimeout(0)
  }
}
