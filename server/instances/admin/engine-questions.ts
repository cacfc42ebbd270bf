import { z } from 'zod'
import { withTimeout } from '~/server/platform/concurrency/timeout'
import { AppError, isAppError } from '~/server/platform/errors'
import { randomHex } from '~/server/platform/ids'
import type { Log } from '~/server/platform/log'
import type { Redis } from '~/server/platform/redis'
import { instanceLogLine, instanceUsage, orphanView } from './contract'

/** Questions that only a process with a connection to the engine can answer. */
const engineQuestion = z.discriminatedUnion('ask', [
  /** The newest lines of an instance's output, after `since` (milliseconds) when given. */
  z.object({ ask: z.literal('logs'), instance: z.uuid(), lines: z.int(), since: z.number().nullable() }),
  z.object({ ask: z.literal('usage'), instances: z.array(z.uuid()) }),
  z.object({ ask: z.literal('orphans') })
])
export type EngineQuestion = z.infer<typeof engineQuestion>

const envelope = z.object({ reply: z.string(), question: engineQuestion })

const ANSWERS = {
  logs: z.array(instanceLogLine),
  usage: z.array(instanceUsage),
  orphans: z.array(orphanView)
}
type Answers = { [K in keyof typeof ANSWERS]: z.infer<(typeof ANSWERS)[K]> }
type AnswerTo<Q extends EngineQuestion> = Answers[Q['ask']]

/** Each engine has a list: only its own process can answer. */
const questionsFor = (engineId: number) => `halyard:engine-questions:${engineId}`
/** Seconds that an answer, or a question without a reader, is kept. */
const KEPT = 10
const TIMEOUT_MS = 6000

export interface EngineQuestions {
  /** @throws AppError `instance.engine_silent` 503 when nobody answers in time or the engine refuses */
  ask<Q extends EngineQuestion>(engineId: number, question: Q): Promise<AnswerTo<Q>>
}

/** A separate connection, because waiting for a list blocks it. It fails for good, because nobody waits for a second try. */
const connectionLike = (redis: Redis) => {
  const client = redis.duplicate({ socket: { ...redis.options.socket, reconnectStrategy: false } })
  client.on('error', () => {})
  return client
}

/**
 * Asks the jobs processes of an engine by a list in Redis; the first that takes the question answers by another list.
 * @param timeout milliseconds for all of it, to connect as well
 */
export function createEngineQuestions(redis: Redis, log: Log, timeout = TIMEOUT_MS): EngineQuestions {
  const answerTo = async (client: Redis, engineId: number, question: EngineQuestion) => {
    const reply = `halyard:engine-answer:${randomHex(8)}`
    await client.connect()
    await client
      .multi()
      .lPush(questionsFor(engineId), JSON.stringify({ reply, question }))
      .expire(questionsFor(engineId), KEPT)
      .exec()
    return client.blPop(reply, timeout / 1000)
  }

  return {
    async ask(engineId, question) {
      const silent = () => new AppError('instance.engine_silent', 503, { retryAfter: 2 })
      const client = connectionLike(redis)
      try {
        const answer = await withTimeout(timeout, answerTo(client, engineId, question))
        const { ok, value } = JSON.parse(answer?.element ?? '{"ok":false}') as {
          ok: boolean
          value?: unknown
        }
        if (!ok) throw silent()
        return ANSWERS[question.ask].parse(value) as AnswerTo<typeof question>
      } catch (error) {
        if (isAppError(error)) throw error
        log.warn({ err: (error as Error).message }, 'engine_not_asked')
        throw silent()
      } finally {
        // A client that could not connect is closed already.
        if (client.isOpen) client.destroy()
      }
    }
  }
}

/** Answers questions until `signal` is aborted. When `answer` throws, the caller of `ask` gets its error at once. */
export async function answerQuestions(
  redis: Redis,
  log: Log,
  signal: AbortSignal,
  /** The engine to answer for. */
  engineId: () => number,
  answer: (question: EngineQuestion) => Promise<unknown>
): Promise<void> {
  const client = redis.duplicate()
  client.on('error', (error: Error) => log.debug({ err: error.message }, 'redis_error'))
  const stop = () => client.destroy()
  signal.addEventListener('abort', stop)
  const reply = async (text: string) => {
    const { data } = envelope.safeParse(JSON.parse(text))
    if (!data) return
    const result = await answer(data.question).then(
      (value) => ({ ok: true, value }),
      (error: Error) => {
        log.debug({ ask: data.question.ask, err: error.message }, 'engine_question_not_answered')
        return { ok: false }
      }
    )
    await redis.multi().rPush(data.reply, JSON.stringify(result)).expire(data.reply, KEPT).exec()
  }
  await client.connect().catch(() => {})
  while (!signal.aborted) {
    try {
      const question = await client.brPop(questionsFor(engineId()), 5)
      // Not awaited: a slow answer must not delay the others.
      if (question)
        reply(question.element).catch((error: Error) =>
          log.warn({ err: error.message }, 'engine_answer_not_sent')
        )
    } catch {
      if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, 500))
    }
  }
  signal.removeEventListener('abort', stop)
}
