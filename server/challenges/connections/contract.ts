import { z } from 'zod'
import { textField, VISIBLE } from '~/server/platform/text-fields'
import { wireEnum, wireInt } from '~/server/platform/wire'
import { CONNECTION_KINDS, CONNECTION_LIMITS, DEFAULT_PORTS } from './constants'

/** One line, trimmed: players copy it. */
const line = (max: number) =>
  z
    .string({ error: 'field.type_mismatch' })
    .trim()
    .max(max, 'field.text_too_long')
    .regex(/^\P{C}*$/u, 'field.characters')

/** Names and addresses only, so that no command of a connection holds more than one word in the place of its host. */
const NAME = /^(?!-)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/i
const ipv6 = z.ipv6()

const isHost = (host: string) => NAME.test(host) || ipv6.safeParse(host).success

/** An address of version 6 may be in brackets, as addresses of pages have it. */
const host = textField(CONNECTION_LIMITS.host)
  .overwrite((written) => written.trim().replace(/^\[(.*)\]$/, '$1'))
  .refine((written) => written === '' || isHost(written), 'field.host_malformed')

const user = line(CONNECTION_LIMITS.user).regex(/^([a-z0-9_][a-z0-9._-]*)?$/i, 'field.characters')

/** Printable ASCII without blanks and quotes. */
const path = line(CONNECTION_LIMITS.path)
  .regex(/^[!#-&(-_a-~]*$/, 'field.characters')
  .overwrite((written) => (written === '' || written.startsWith('/') ? written : `/${written}`))

/** Where a challenge is played, as it is sent and as it is stored. */
export const connection = z
  .strictObject(
    {
      label: line(CONNECTION_LIMITS.label).default(''),
      kind: wireEnum(CONNECTION_KINDS),
      /** A name, or an address of IPv4 or IPv6; '' for `other`. */
      host: host.default(''),
      /** Null: the usual one of the kind; `nc` has none. */
      port: wireInt(1, 65_535).nullable().default(null),
      /** Of `ssh`; '' = none is named. */
      user: user.default(''),
      /** Of `http` and `https`. */
      path: path.default(''),
      /** What players do, for `other`. */
      text: line(CONNECTION_LIMITS.text).default('')
    },
    { error: ({ code }) => (code === 'unrecognized_keys' ? 'field.unknown' : 'field.type_mismatch') }
  )
  .superRefine(({ kind, host, port, text }, refinement) => {
    const missing = (field: string) =>
      refinement.addIssue({ code: 'custom', message: 'field.required', path: [field] })
    if (kind === 'other') {
      if (!VISIBLE.test(text)) missing('text')
      return
    }
    if (host === '') missing('host')
    if (port === null && DEFAULT_PORTS[kind] === undefined) missing('port')
  })
  .overwrite(({ label, kind, host, port, user, path, text }) =>
    kind === 'other'
      ? { label, kind, host: '', port: null, user: '', path: '', text }
      : {
          label,
          kind,
          host,
          port: port ?? DEFAULT_PORTS[kind] ?? null,
          user: kind === 'ssh' ? user : '',
          path: kind === 'http' || kind === 'https' ? path : '',
          text: ''
        }
  )

export const connections = z
  .array(connection.meta({ id: 'ChallengeConnectionInput' }), { error: 'field.type_mismatch' })
  .max(CONNECTION_LIMITS.connections, 'field.out_of_range')

/** As it is stored; members that a kind does not have are '' or null. */
export const storedConnection = z
  .object({
    label: z.string(),
    kind: z.enum(CONNECTION_KINDS),
    host: z.string(),
    port: z.int().nullable(),
    user: z.string(),
    path: z.string(),
    text: z.string()
  })
  .meta({ id: 'ChallengeConnectionModel' })
export type Connection = z.infer<typeof storedConnection>

/** As players read it. */
export const shownConnection = z
  .object({
    label: z.string(),
    kind: z.enum(CONNECTION_KINDS),
    /** The command, the address of a page, or the text of `other`. */
    command: z.string()
  })
  .meta({ id: 'ShownConnectionModel' })
export type ShownConnection = z.infer<typeof shownConnection>
