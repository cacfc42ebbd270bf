import { z } from 'zod'
import { wireTimeText } from '~/server/platform/wire'
import { PLUGIN_KINDS } from './constants'

/** How challenges and webhooks name a plug-in. */
export const pluginName = z
  .string({ error: 'field.type_mismatch' })
  .max(40, 'plugin.name')
  .regex(/^[a-z0-9][a-z0-9-]*$/, 'plugin.name')

/** A module's description of itself (server/plugins/api.ts). */
export const manifest = z.object({
  apiVersion: z.number(),
  kind: z.enum(PLUGIN_KINDS),
  name: pluginName,
  version: z.string().min(1).max(40)
})
export type Manifest = z.infer<typeof manifest>

const fault = z
  .object({
    time: wireTimeText,
    /** The process in which it happened. */
    process: z.string(),
    error: z.string(),
    /** Faults since the plug-in was first loaded. */
    count: z.int()
  })
  .meta({ id: 'PluginFaultModel' })

export const pluginView = z
  .object({
    name: z.string(),
    /** Null for a plug-in that something needs and that is not loaded. */
    kind: z.enum(PLUGIN_KINDS).nullable(),
    version: z.string().nullable(),
    file: z.string().nullable(),
    /** First 12 digits of the SHA-256 of what runs. */
    digest: z.string().nullable(),
    /** Challenges and webhooks that name it. */
    uses: z.int(),
    /** Answers that wait for it. */
    waiting: z.int(),
    lastFault: fault.nullable()
  })
  .meta({ id: 'PluginModel' })
export type PluginView = z.infer<typeof pluginView>
