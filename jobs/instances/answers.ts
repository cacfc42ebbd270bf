import type { EngineQuestion } from '~/server/instances'
import type { Context } from './context'
import { orphans } from './reconcile'

/** Answers questions of pages to the engine. @throws Error without an engine, or when it refuses */
export async function answer(context: Context | null, question: EngineQuestion): Promise<unknown> {
  if (!context) throw new Error('there is no engine')
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
      return orphans(context)
  }
}
