import { z } from 'zod'
import type { ImageView } from '~/server/engines/contract'
import {
  END_REASONS,
  endpointDetails,
  INSTANCE_STATES,
  type InstanceDetails,
  type InstanceSpec,
  instanceTraffic,
  QUEUE_REASONS,
  START_ERRORS
} from '~/server/instances/contract'
import { wireTime } from '~/server/platform/time'
import { wireTimeText } from '~/server/platform/wire'
import type { HalyardContext } from './context'

const TEST_STAGES = ['queue', 'image', 'starting', 'ready'] as const

const time = wireTimeText.nullable()

/** A challenge's test instance for organisers. Not in the contract. */
export const testInstance = z
  .object({
    id: z.uuid(),
    state: z.enum(INSTANCE_STATES),
    ending: z.boolean(),
    reason: z.enum(END_REASONS).nullable(),
    error: z.enum(START_ERRORS).nullable(),
    detail: z.string().nullable(),
    exitCode: z.int().nullable(),
    /** Last lines of an ended one, flags masked. */
    lastLog: z.string().nullable(),
    waitsFor: z.enum(QUEUE_REASONS).nullable(),
    attempts: z.int(),
    image: z.string(),
    port: z.int(),
    /** Entries for organisers; empty until ready. */
    endpoints: z.array(endpointDetails),
    memoryMb: z.int(),
    startTimeout: z.int(),
    engine: z.string().nullable(),
    entry: z.string().nullable(),
    requestedAt: wireTimeText,
    startedAt: time,
    readyAt: time,
    expiresAt: time,
    endedAt: time,
    /** Traffic through the platform; null where there is none, or it is unknown. */
    traffic: instanceTraffic.nullable(),
    steps: z.array(
      z.object({
        stage: z.enum(TEST_STAGES),
        state: z.enum(['open', 'now', 'done', 'failed']),
        ms: z.number().nullable()
      })
    )
  })
  .meta({ id: 'TestInstanceModel' })
export type TestInstance = z.infer<typeof testInstance>

type Timed = Pick<
  InstanceDetails,
  'state' | 'ending' | 'error' | 'waitsFor' | 'requestedAt' | 'startedAt' | 'readyAt' | 'events'
>

/** Index of the present or last stage; past the end once it was ready. */
function stageOf({ state, error, waitsFor, startedAt, readyAt }: Timed, created: number | null): number {
  if (readyAt !== null) return TEST_STAGES.length
  if (startedAt !== null) return created === null ? 2 : 3
  return error === 'image_missing' || (state === 'queued' && waitsFor === 'image') ? 1 : 0
}

/** Stages of a start. `pulledAt`: when the engine had the image; null when it does not, or unknown. */
export function stepsOf(test: Timed, pulledAt: number | null): TestInstance['steps'] {
  const { state, ending, requestedAt, startedAt, readyAt, events } = test
  const created =
    events.find(({ event, at }) => event === 'created' && startedAt !== null && at >= startedAt)?.at ?? null
  const pulled = pulledAt !== null && pulledAt > requestedAt && (startedAt === null || pulledAt <= startedAt)
  const image = pulled ? pulledAt - requestedAt : 0
  const between = (from: number | null, to: number | null) =>
    from === null || to === null ? null : Math.max(0, to - from)
  const took = [
    between(requestedAt + image, startedAt),
    startedAt === null && !pulled ? null : image,
    between(startedAt, created),
    between(created, readyAt)
  ]
  const at = stageOf(test, created)
  const over = ending || state === 'ended' || state === 'failed' || state === 'stuck'
  const here = state === 'failed' ? 'failed' : over ? 'open' : 'now'
  return TEST_STAGES.map((stage, index) => ({
    stage,
    state: index < at ? 'done' : index === at ? here : 'open',
    ms: index < at ? took[index]! : null
  }))
}

/** When the engine had the last of the images; null when some are missing. */
export function pulledAtOf(
  images: readonly Pick<ImageView, 'reference' | 'engine' | 'pulledAt'>[],
  { engine, spec }: { engine: string | null; spec: Pick<InstanceSpec, 'images'> }
): number | null {
  const there = images.filter((image) => image.engine === engine)
  const times = spec.images.map((name) => there.find(({ reference }) => reference === name)?.pulledAt ?? null)
  return times.every((at) => at !== null) ? Math.max(...times) : null
}

const wire = (at: number | null) => (at === null ? null : wireTime(at))

/**
 * Null without one. @throws AppError `game.not_found`, `challenge.not_found`, `container.not_container_type`
 */
export async function newestTest(
  { services, ctx }: Pick<HalyardContext, 'services' | 'ctx'>,
  gameId: number,
  challengeId: number
): Promise<TestInstance | null> {
  await services.challenges.imagesOf(ctx, gameId, challengeId)
  const found = await services.instances.testOf(ctx, gameId, challengeId)
  if (!found) return null
  const test = await services.instances.one(ctx, found)
  const runs = test.state === 'ready' && !test.ending
  const [images, traffic] = await Promise.all([
    services.engines.imagesOf(ctx, test.spec.images),
    runs ? services.instances.traffic(ctx, test.id) : null
  ])
  return {
    id: test.id,
    state: test.state,
    ending: test.ending,
    reason: test.reason,
    error: test.error,
    detail: test.detail,
    exitCode: test.exitCode,
    lastLog: test.lastLog,
    waitsFor: test.waitsFor,
    attempts: test.attempts,
    image: test.image,
    port: test.endpoints[0]!.port,
    endpoints: runs ? test.endpoints : [],
    memoryMb: test.memoryMb,
    startTimeout: test.spec.startTimeout,
    engine: test.engine,
    entry: runs ? test.entry : null,
    traffic,
    requestedAt: wireTime(test.requestedAt),
    startedAt: wire(test.startedAt),
    readyAt: wire(test.readyAt),
    expiresAt: wire(test.expiresAt),
    endedAt: wire(test.endedAt),
    steps: stepsOf(test, pulledAtOf(images, test))
  }
}
