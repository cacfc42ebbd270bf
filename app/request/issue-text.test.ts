import type { TFunction } from 'i18next'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { gameForm } from '~/app/routes/admin/game/game-form'
import { wireInt } from '~/server/platform/wire'
import { issueText } from './forms'

/** The key with the values that its text may have. */
const t = ((key: string, { min, max }: { min?: number; max?: number } = {}) =>
  [key, min, max].filter((part) => part !== undefined).join(' ')) as unknown as TFunction

const textOf = (schema: z.ZodType, given: unknown) => issueText(schema.safeParse(given).error!.issues[0]!, t)

it('a number that is too small or too large is told its limit', () => {
  expect(textOf(wireInt(1, 30), '-10')).toBe('errors:field.at_least 1')
  expect(textOf(wireInt(1, 30), '31')).toBe('errors:field.at_most 30')
  expect(textOf(z.int({ error: 'field.type_mismatch' }), 'ten')).toBe('errors:field.number_required')
})

it('so are a list and a text', () => {
  const list = z.array(z.string().max(2, 'field.text_too_long')).max(2, 'field.out_of_range')
  expect(textOf(list, ['a', 'b', 'c'])).toBe('errors:field.at_most_entries 2')
  expect(textOf(list, ['abc'])).toBe('errors:field.at_most_characters 2')
})

it('a form tells the limit in its own unit', () => {
  const parsed = gameForm.safeParse({ title: 'Cup', bloodFirst: '-10', bloodSecond: '0', bloodThird: '101' })
  const issues = new Map(parsed.error!.issues.map((issue) => [issue.path[0], issueText(issue, t)]))
  expect([issues.get('bloodFirst'), issues.get('bloodThird')]).toEqual([
    'errors:field.at_least 0',
    'errors:field.at_most 100'
  ])
})
