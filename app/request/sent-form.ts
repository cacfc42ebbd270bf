import type { FormLimits, Upload } from '~/server/assets/contract'
import { AppError, isAppError } from '~/server/platform/errors'
import type { PageArgs } from './page'
import type { FormSecrets } from './step-up'

export type Body = Pick<PageArgs, 'request' | 'multipart'>

export interface Sent {
  fields: URLSearchParams
  files: Upload[]
  /** Of a refused form. */
  secrets?: FormSecrets
}

/** Fields as an object: repeated ones, and those that end in `[]`, are lists. */
export function formObject({ fields, files }: Sent): Record<string, unknown> {
  const sent = new Map<string, unknown[]>()
  const add = (name: string, value: unknown) => {
    const values = sent.get(name)
    if (values) values.push(value)
    else sent.set(name, [value])
  }
  for (const [name, value] of fields) add(name, value)
  for (const file of files) add(file.field, file)
  return Object.fromEntries(
    [...sent].map(([name, values]) => {
      if (name.endsWith('[]')) return [name.slice(0, -2), values]
      return [name, values.length > 1 ? values : values[0]]
    })
  )
}

/** Fields of a form without files; the largest form names 500 teams. */
const MAX_FIELDS = 2000

/** @throws AppError `request.too_large` 413, before anything looks at the fields; `request.broken_form` for another body */
async function urlencoded(request: Request): Promise<URLSearchParams> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/x-www-form-urlencoded\b/i.test(type)) throw new AppError('request.broken_form')
  const body = await request.text().catch(() => {
    throw new AppError('request.broken_form')
  })
  if (body.split('&', MAX_FIELDS + 1).length > MAX_FIELDS) throw new AppError('request.too_large', 413)
  return new URLSearchParams(body)
}

/** Reads a posted form whole; its files lie in temporary files. @throws AppError as `urlencoded`, or of a multipart body */
export async function readForm({ request, multipart }: Body, limits: FormLimits): Promise<Sent> {
  if (multipart.sent) {
    const form = await multipart.read(limits)
    return { fields: new URLSearchParams(form.fields), files: form.files }
  }
  return { fields: await urlencoded(request), files: [] }
}

export const NO_FILES: FormLimits = { fileSize: 0, files: 0 }

/** Fields of a posted form, for actions that are no `form`. @throws Response 400 for another body */
export async function sentForm(body: Body): Promise<URLSearchParams> {
  try {
    return (await readForm(body, NO_FILES)).fields
  } catch (error) {
    throw isAppError(error) ? new Response(null, { status: error.status, statusText: 'Bad Request' }) : error
  }
}
