import { z } from 'zod'
import { wireTimeText } from '~/server/platform/wire'

export const MAX_DEVICES = 10

const key = (bytes: number) =>
  z
    .string({ error: 'push.keys' })
    .regex(/^[\w-]+={0,2}$/, 'push.keys')
    .refine((text) => Buffer.from(text, 'base64url').length === bytes, 'push.keys')

/** A browser's `PushSubscription` as JSON (RFC 8291): a P-256 point and a secret. */
export const pushInput = z
  .object({
    endpoint: z.url({ protocol: /^https?$/, error: 'push.endpoint' }).max(1000, 'push.endpoint'),
    keys: z.object({ p256dh: key(65), auth: key(16) }, { error: 'push.keys' })
  })
  .meta({ id: 'PushDeviceModel' })
export type PushInput = z.infer<typeof pushInput>

const pushDevice = z
  .object({
    id: z.uuid(),
    /** The user agent of the login that added the device; null: unknown. */
    userAgent: z.string().nullable(),
    /** The device belongs to the caller's present login. */
    current: z.boolean(),
    created: wireTimeText
  })
  .meta({ id: 'PushDevice' })
export type PushDevice = z.infer<typeof pushDevice>

export const pushView = z
  .object({
    /** The `applicationServerKey` for `pushManager.subscribe`. */
    publicKey: z.string(),
    devices: z.array(pushDevice)
  })
  .meta({ id: 'PushDevices' })
export type PushView = z.infer<typeof pushView>
