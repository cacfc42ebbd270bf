import { z } from 'zod'
import { wireTimeText } from '~/server/platform/wire'

export const MOST_DEVICES = 10

const key = (bytes: number) =>
  z
    .string({ error: 'push.keys' })
    .regex(/^[\w-]+={0,2}$/, 'push.keys')
    .refine((text) => Buffer.from(text, 'base64url').length === bytes, 'push.keys')

/** What a browser's `PushSubscription` is as JSON (RFC 8291): a P-256 point and a secret. */
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
    /** Of the login that the device got it by; null: unknown. */
    userAgent: z.string().nullable(),
    /** Whether it belongs to the caller's own login. */
    current: z.boolean(),
    created: wireTimeText
  })
  .meta({ id: 'PushDevice' })
export type PushDevice = z.infer<typeof pushDevice>

export const pushView = z
  .object({
    /** What `pushManager.subscribe` needs as `applicationServerKey`. */
    publicKey: z.string(),
    devices: z.array(pushDevice)
  })
  .meta({ id: 'PushDevices' })
export type PushView = z.infer<typeof pushView>
