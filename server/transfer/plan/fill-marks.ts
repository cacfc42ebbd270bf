import type { ImportReport } from '../contract'
import type { Plan, PlannedChallenge } from './plan'

/** HOST and PORT, `{{name}}`, `${name}`, `{instancer:name}`. Longer ones first, because one may contain another. */
const MARK = /\{\{[^{}\n]{1,80}\}\}|\$\{\w{1,80}\}|\{\w{1,40}:[\w.-]{1,80}\}|\b(?:HOST|PORT)\b/g

const MAX_MARKS = 50

const contentOf = ({ update }: PlannedChallenge) => update.content ?? ''

/**
 * What folders leave for the organiser to fill in, such as `HOST`, with how many challenges have it: most frequent
 * first, at most `MAX_MARKS`.
 */
export function listMarks({ challenges, kind }: Pick<Plan, 'challenges' | 'kind'>): ImportReport['marks'] {
  if (kind !== 'Folders') return []
  const counts = new Map<string, number>()
  for (const one of challenges)
    for (const text of new Set(contentOf(one).match(MARK))) counts.set(text, (counts.get(text) ?? 0) + 1)
  return [...counts]
    .map(([text, count]) => ({ text, challenges: count }))
    .sort((a, b) => b.challenges - a.challenges || Number(a.text > b.text) - Number(a.text < b.text))
    .slice(0, MAX_MARKS)
}

/** A mark without a value, or with a blank one, stays. Where none is left, the notes about it go too. */
export function fillMarks(plan: Plan, values: Readonly<Record<string, string>>): Plan {
  if (plan.kind !== 'Folders') return plan
  const fill = (text: string) =>
    text.replace(MARK, (mark) => (Object.hasOwn(values, mark) ? values[mark]! : '') || mark)
  const filled = (one: PlannedChallenge): PlannedChallenge => {
    // A file without a text says nothing of it, which is not an empty one.
    if (one.update.content == null) return one
    const content = fill(one.update.content)
    const done = content.match(MARK) === null
    const notes = done
      ? one.notes.filter(({ code }) => code !== 'host' && code !== 'template_left')
      : one.notes
    return { ...one, update: { ...one.update, content }, notes }
  }
  return { ...plan, challenges: plan.challenges.map(filled) }
}
