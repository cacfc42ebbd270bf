import { sentence } from '~/scripts/game/words'
import { plural, printStatus } from '~/scripts/shared/output'
import type { PushReport } from '~/server/transfer/contract'

type Shown = (from: string) => string

/** A remark on more challenges than this is told once, below them. */
const REPEATED = 5

/** Remarks of a report that many challenges have, by how many. */
function repeatedIn({ created, updated }: PushReport): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { notes } of [...created, ...updated])
    for (const text of new Set(notes.map(sentence))) counts.set(text, (counts.get(text) ?? 0) + 1)
  return new Map([...counts].filter(([, count]) => count > REPEATED))
}

/** Everything that a plan, or what became of it, says: one line a challenge, remarks below it. */
export function showReport(report: PushReport, shown: Shown): void {
  const repeated = repeatedIn(report)
  const remarks = (notes: PushReport['created'][number]['notes']) =>
    notes.map(sentence).filter((text) => !repeated.has(text))
  for (const { title, category, customCategory, score, from, notes } of report.created) {
    printStatus(`  + ${title} (${customCategory ?? category}, ${score}) ${shown(from)}`)
    for (const text of remarks(notes)) printStatus(`      ${text}`)
  }
  for (const { title, from, changes, notes } of report.updated) {
    printStatus(`  ~ ${title} ${shown(from)}`)
    for (const text of [...changes.map(sentence), ...remarks(notes)]) printStatus(`      ${text}`)
  }
  for (const { title, from, reason } of report.refused)
    printStatus(`  ! ${title}: ${sentence(reason)} ${shown(from)}`)
  for (const { from, reason } of report.ignored) printStatus(`  . ${sentence(reason)} ${shown(from)}`)
  for (const [text, count] of repeated) printStatus(`  . ${plural(count, 'challenge')}: ${text}`)
}

/** Challenges without a folder; `remove`: they will be deleted. */
export function showGone({ gone }: PushReport, { remove }: { remove: boolean }): void {
  for (const { title } of gone)
    printStatus(remove ? `  - ${title}` : `  . ${title} has no folder any more; --delete deletes it.`)
}

/** Names each mark once, with a way to fill it in. */
export function showMarks({ marks }: PushReport): void {
  for (const { text, challenges } of marks)
    printStatus(
      `  . ${text} stands in ${plural(challenges, 'description')}; --set ${text}=VALUE fills it in.`
    )
}

/** `2 to create, 1 to change, 197 unchanged`. */
export function summaryOf(
  report: PushReport,
  { remove = false, done = false }: { remove?: boolean; done?: boolean }
): string {
  const { created, updated, unchanged, refused, gone } = report
  const parts = [
    `${created.length} ${done ? 'created' : 'to create'}`,
    `${updated.length} ${done ? 'changed' : 'to change'}`,
    `${unchanged.length} unchanged`,
    ...(remove && gone.length > 0 && !done ? [`${gone.length} to delete`] : []),
    ...(refused.length > 0 ? [`${refused.length} refused`] : [])
  ]
  return `${report.title}: ${parts.join(', ')}`
}
