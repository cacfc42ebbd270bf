import { z } from 'zod'
import { categoryKey } from '~/app/components/game/Category'
import { tagsOf, textOf } from '~/app/islands/tag-field/tags'
import { announceIn } from '~/app/request/announce'
import { inputTime, timeField } from '~/app/request/input-times'
import { shownCategory } from '~/server/categories/constants'
import { type ChallengeEdit, type ChallengeUpdate, challengeUpdate } from '~/server/challenges/contract'
import { categoryIn, ownCategoryValue } from '../category-value'
import { issueAt } from '../lines-field'
import { connectionField, connectionFields, connectionsIn } from './connection-rows'

const HINT = /^hint\d{1,3}$/

const text = (value: unknown) => (typeof value === 'string' ? value.replace(/\r\n/g, '\n') : '')
const decimal = (value: unknown) => text(value).trim().replace(',', '.')

/** Time of a field in UTC; null when empty. Invalid text is kept for the schema to refuse. */
function momentOf(entered: string): Date | string | null {
  if (entered.trim() === '') return null
  return timeField.safeParse(entered).data ?? entered
}

/** Numbered fields `hint0`, `hint1`, …; an emptied one is deleted. */
function hintsOf(form: Record<string, unknown>): { names: string[]; hints: string[] } {
  const names = Object.keys(form)
    .filter((name) => HINT.test(name) && text(form[name]).trim() !== '')
    .sort((a, b) => Number(a.slice(4)) - Number(b.slice(4)))
  return { names, hints: names.map((name) => text(form[name]).trim()) }
}

const OFFER = /^offer\d{1,3}content$/

/** Numbered fields `offer0content`, `offer0cost`, …; one without a text is deleted. */
function offersOf(form: Record<string, unknown>) {
  const names = Object.keys(form)
    .filter((name) => OFFER.test(name) && text(form[name]).trim() !== '')
    .map((name) => name.slice(0, -'content'.length))
    .sort((a, b) => Number(a.slice(5)) - Number(b.slice(5)))
  const offers = names.map((name) => ({
    id: text(form[`${name}id`]) || null,
    content: text(form[`${name}content`]).trim(),
    cost: text(form[`${name}cost`]).trim() || '0',
    availableAt: momentOf(text(form[`${name}availableAt`]))
  }))
  return { names, offers }
}

/** Ticked fields `requires_5`, …; `requires` marks that boxes were present. */
const requiredIn = (form: Record<string, unknown>): string[] =>
  Object.keys(form).flatMap((name) => /^requires_(\d{1,10})$/.exec(name)?.[1] ?? [])

/** Parses the form into the input of the contract's `PUT`; errors stay at their fields. */
export const challengeForm = z
  .record(z.string(), z.unknown())
  .transform((form, refinement): ChallengeUpdate => {
    const { names, hints } = hintsOf(form)
    const { names: offerNames, offers } = offersOf(form)
    const { rows, connections } = connectionsIn(form)
    const rate = decimal(form.minScoreRate)
    const read = challengeUpdate.safeParse({
      title: text(form.title),
      ...categoryIn(text(form.category)),
      content: text(form.content),
      ...(form.solution !== undefined && {
        solution: text(form.solution),
        solutionPublic: text(form.solutionPublic) === 'on'
      }),
      hints,
      ...(form.offer0content !== undefined && { pricedHints: offers }),
      ...(form.connections !== undefined && { connections }),
      originalScore: decimal(form.originalScore),
      minScoreRate: /^\d+(\.\d+)?$/.test(rate) ? Number(rate) / 100 : rate,
      difficulty: decimal(form.difficulty),
      ...(form.attemptLimit !== undefined && { attemptLimit: text(form.attemptLimit).trim() || null }),
      ...(form.checker !== undefined && { checker: text(form.checker) || null }),
      ...(form.scoring !== undefined && { scoring: text(form.scoring) || null }),
      ...(form.author !== undefined && {
        author: text(form.author),
        level: text(form.level) || null,
        tags: tagsOf(text(form.tags), 'line')
      }),
      ...(form.requires !== undefined && {
        requires: requiredIn(form),
        hideLocked: text(form.hideLocked) === 'on'
      }),
      ...(form.fileName !== undefined && { fileName: text(form.fileName).trim() }),
      ...(form.releaseAt !== undefined && { releaseAt: momentOf(text(form.releaseAt)) }),
      ...(form.closesAt !== undefined && { closesAt: momentOf(text(form.closesAt)) }),
      announce: announceIn(form),
      version: form.version
    })
    if (read.success) return read.data
    for (const issue of read.error.issues) {
      const { path } = issue
      const field =
        path[0] === 'hints'
          ? (names[Number(path[1] ?? 0)] ?? 'hint0')
          : path[0] === 'pricedHints'
            ? `${offerNames[Number(path[1] ?? 0)] ?? 'offer0'}${String(path[2] ?? 'content')}`
            : path[0] === 'customCategoryId'
              ? 'category'
              : path[0] === 'connections'
                ? connectionField(rows, path[1], path[2])
                : path[0]!
      refinement.addIssue(issueAt(field, issue, field === 'minScoreRate' ? 100 : 1))
    }
    return z.NEVER
  })

const CHECKABLE = ['fileName', 'releaseAt', 'closesAt'] as const

/** The members that can be checked although other fields of the form are wrong. */
export function checkableOf(form: Record<string, unknown>, wrong: ReadonlySet<string>): ChallengeUpdate {
  const given = {
    fileName: text(form.fileName).trim(),
    releaseAt: momentOf(text(form.releaseAt)),
    closesAt: momentOf(text(form.closesAt))
  }
  const names = CHECKABLE.filter((name) => form[name] !== undefined && !wrong.has(name))
  return challengeUpdate.parse(Object.fromEntries(names.map((name) => [name, given[name]])))
}

/** At most eight decimals, enough for any entered rate. */
const shown = (value: number) => String(Number(value.toFixed(8)))

export const fieldsOf = (challenge: ChallengeEdit) => ({
  title: challenge.title,
  category: challenge.customCategory ? ownCategoryValue(challenge.customCategory.id) : challenge.category,
  /** Value of `data-category`. */
  mark: categoryKey(shownCategory(challenge)),
  content: challenge.content,
  solution: challenge.solution,
  solutionPublic: challenge.solutionPublic,
  hints: challenge.hints,
  offers: challenge.pricedHints.map(({ id, content, cost, availableAt, bought }) => ({
    ...{ id: String(id), content, cost: String(cost), bought },
    availableAt: availableAt ? inputTime(availableAt) : ''
  })),
  connections: connectionFields(challenge.connections),
  originalScore: String(challenge.originalScore),
  minScoreRate: shown(challenge.minScoreRate * 100),
  difficulty: shown(challenge.difficulty),
  attemptLimit: challenge.attemptLimit === null ? '' : String(challenge.attemptLimit),
  checker: challenge.checker ?? '',
  scoring: challenge.scoring ?? '',
  author: challenge.author,
  level: challenge.level ?? '',
  tags: textOf(challenge.tags, 'line'),
  requires: challenge.requires,
  hideLocked: challenge.hideLocked,
  fileName: challenge.fileName ?? '',
  releaseAt: challenge.releaseAt ? inputTime(challenge.releaseAt) : '',
  closesAt: challenge.closesAt ? inputTime(challenge.closesAt) : ''
})
export type ChallengeFields = ReturnType<typeof fieldsOf>
