import { z } from 'zod'
import { type EngineInput, engineInput } from '~/server/engines/contract'
import { idParam } from '~/server/platform/wire'

const line = z.string().trim().max(1000, 'field.text_too_long').default('')
const pem = z.string().trim().max(100_000, 'field.text_too_long').default('')

/** Fields of the form whose names differ from those of engineInput. */
const FIELD: Record<string, string> = { 'keys.key': 'secretKey', memoryMb: 'memory', cpu: 'cores' }
const fieldOf = (path: PropertyKey[]) => {
  const name = path.join('.')
  return FIELD[name] ?? name.replace('keys.', '')
}

/** The field at which an error of the service is shown. */
export const ENGINE_FIELDS = {
  'engine.exists': 'address',
  'engine.keys_required': 'ca',
  'engine.namespace_required': 'namespace'
}

const tenths = (cores: string) => (cores === '' ? null : Math.round(Number(cores) * 10))

type Keys = Record<'ca' | 'cert' | 'secretKey' | 'token', string>

/** Null: none were entered. */
function keysOf({ ca, cert, secretKey, token }: Keys) {
  if (!ca && !cert && !secretKey && !token) return null
  if (!token) return { ca, cert, key: secretKey }
  return { ca, token, ...(cert && { cert }), ...(secretKey && { key: secretKey }) }
}

/** Converts the fields of EngineForm; empty ones are null, `cores` becomes tenths. */
export const engineForm = z
  .object({
    ...{ kind: line, address: line, entry: line, bind: line, memory: line, cores: line, places: line },
    ...{ namespace: line, ca: pem, cert: pem, secretKey: pem, token: pem }
  })
  .transform((form, issues): EngineInput => {
    const { kind, address, namespace, entry, bind, memory, cores, places } = form
    const { data, error } = engineInput.safeParse({
      kind: kind || undefined,
      address,
      namespace: namespace || null,
      keys: keysOf(form),
      ...{ entry: entry || null, bind: bind || null },
      ...{ memoryMb: memory || null, cpu: tenths(cores), places: places || null }
    })
    if (data) return data
    for (const { message, path } of error.issues)
      issues.addIssue({ code: 'custom', message, path: [fieldOf(path)] })
    return z.NEVER
  })

const named = z.object({ engine: idParam })

/** Both read the whole form, because what `engineForm` makes of the fields cannot be merged with them. */
export const engineEditForm = z.looseObject({}).transform((sent, issues) => {
  const [id, settings] = [named.safeParse(sent), engineForm.safeParse(sent)]
  if (id.success && settings.success) return { id: id.data.engine, settings: settings.data }
  for (const { message, path } of [...(id.error?.issues ?? []), ...(settings.error?.issues ?? [])])
    issues.addIssue({ code: 'custom', message, path })
  return z.NEVER
})
