import type { EngineQuestion } from '~/server/instances'
import type { Context } from './context'
import { listOrphans } from './reconcile'

/** Answers what pages ask of the engine. @throws EngineError when it refuses */
export async function answerEngineQuestion(context: Context, question: EngineQuestion): Promise<unknown> {
  const { engine } = context
  switch (question.ask) {
    case 'logs': {
      const since = question.since === null ? {} : { since: new Date(question.since) }
      const lines = await engine.logs(question.instance, { lines: question.lines, ...since })
      return lines.map(({ at, stream, text }) => ({ at: at.getTime(), stream, text }))
    }
    case 'usage':
      return engine.usage(question.instances)
    case 'orphans':
      return listOrphans(context)
  }
}
