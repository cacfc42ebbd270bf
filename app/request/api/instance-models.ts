import { z } from 'zod'
import { customCategory } from '~/server/categories/contract'
import { CHALLENGE_CATEGORIES } from '~/server/challenges/contract'
import {
  ENGINE_KINDS,
  type EngineView,
  engineInfo,
  engineNode,
  GUARD_STATES,
  guardReport
} from '~/server/engines/contract'
import {
  END_REASONS,
  endpointDetails,
  INSTANCE_KINDS,
  INSTANCE_STATES,
  type InstanceDetails,
  instanceSpec,
  QUEUE_REASONS,
  START_ERRORS
} from '~/server/instances/contract'
import { wireTime } from '~/server/platform/time'
import { wireTimeText } from '~/server/platform/wire'

export const instanceParams = z.object({ id: z.uuid().toLowerCase() })

const time = wireTimeText.nullable()

export const instanceDetails = z
  .object({
    id: z.uuid(),
    kind: z.enum(INSTANCE_KINDS),
    state: z.enum(INSTANCE_STATES),
    ending: z.boolean(),
    reason: z.enum(END_REASONS).nullable(),
    error: z.enum(START_ERRORS).nullable(),
    /** Null when it is deleted; a test instance has none. */
    team: z.object({ id: z.int(), name: z.string(), avatar: z.string().nullable() }).nullable(),
    challenge: z
      .object({
        id: z.int(),
        title: z.string(),
        category: z.enum(CHALLENGE_CATEGORIES),
        customCategory: customCategory.nullable()
      })
      .nullable(),
    game: z.object({ id: z.int(), title: z.string() }).nullable(),
    engine: z.string().nullable(),
    image: z.string(),
    requestedBy: z.string().nullable(),
    entry: z.string().nullable(),
    requestedAt: wireTimeText,
    startedAt: time,
    readyAt: time,
    expiresAt: time,
    endedAt: time,
    nextAt: time,
    lifetime: z.int(),
    extensions: z.int(),
    attempts: z.int(),
    waitsFor: z.enum(QUEUE_REASONS).nullable(),
    /** Error text of the engine or the platform. */
    detail: z.string().nullable(),
    memoryMb: z.int(),
    cpu: z.int(),
    spec: instanceSpec,
    container: z.string().nullable(),
    /** Its ports, the first first. */
    endpoints: z.array(endpointDetails),
    exitCode: z.int().nullable(),
    /** Flags are masked. */
    lastLog: z.string().nullable(),
    /** Newest first, at most 200. */
    events: z.array(
      z.object({
        at: wireTimeText,
        event: z.string(),
        reason: z.string().nullable(),
        detail: z.string().nullable(),
        actor: z.string().nullable()
      })
    )
  })
  .meta({ id: 'InstanceDetailsModel' })

const wire = (at: number | null) => (at === null ? null : wireTime(at))

export const detailsOf = (details: InstanceDetails): z.input<typeof instanceDetails> => ({
  ...details,
  requestedAt: wireTime(details.requestedAt),
  startedAt: wire(details.startedAt),
  readyAt: wire(details.readyAt),
  expiresAt: wire(details.expiresAt),
  endedAt: wire(details.endedAt),
  nextAt: wire(details.nextAt),
  events: details.events.map((event) => ({ ...event, at: wireTime(event.at) }))
})

/** MiB, tenths of a core, instances. */
const load = z.object({ memoryMb: z.int(), cpu: z.int(), places: z.int() })

export const engineModel = z
  .object({
    id: z.int(),
    kind: z.enum(ENGINE_KINDS),
    address: z.string(),
    /** Of a cluster: where its instances are. */
    namespace: z.string().nullable(),
    state: z.enum(['up', 'down']),
    since: wireTimeText,
    latencyMs: z.int().nullable(),
    error: z.string().nullable(),
    info: engineInfo.nullable(),
    capacity: load,
    /** Sum of the limits of live instances. */
    reserved: load,
    endingSoon: z.int(),
    draining: z.boolean(),
    guard: z.enum(GUARD_STATES),
    /** Times in milliseconds. */
    guardReport: guardReport.nullable(),
    /** It can let instances out to a list of hosts. */
    allowsHosts: z.boolean(),
    testing: z.boolean(),
    accepted: z.object({ at: wireTimeText, by: z.string().nullable(), reason: z.string() }).nullable(),
    orphansRemoved: z.int(),
    /** An administrator added it; else it comes from the environment of a jobs process. */
    managed: z.boolean(),
    /** It has certificates or a token; they are told to nobody. */
    hasKeys: z.boolean(),
    entry: z.string().nullable(),
    bind: z.string().nullable(),
    /** What was said that all instances may take together. */
    most: z.object({ memoryMb: z.int().nullable(), cpu: z.int().nullable(), places: z.int().nullable() }),
    /** Of a Swarm or a cluster, by name. */
    nodes: z.array(
      engineNode.extend({
        /** It passed the self-test: only such nodes are used, unless the engine is accepted unguarded. */
        tested: z.boolean(),
        instances: z.int()
      })
    )
  })
  .meta({ id: 'EngineModel' })

export const engineOf = ({ accepted, ...engine }: EngineView): z.input<typeof engineModel> => ({
  ...engine,
  since: wireTime(engine.since),
  accepted: accepted && { ...accepted, at: wireTime(accepted.at) }
})
