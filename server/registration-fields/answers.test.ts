import { expect, it } from 'vitest'
import { mergeAnswers, numberFields, refuseUnknown } from './answers'
import {
  type FieldInput,
  type FieldKind,
  fieldInputs,
  givenAnswers,
  type RegistrationField
} from './contract'

const field = (id: number, kind: FieldKind, more: Partial<RegistrationField> = {}): RegistrationField => ({
  ...{ id, kind, of: 'Player', label: `Field ${id}`, hint: '', required: false, public: false, options: [] },
  ...more
})

const merged = (fields: RegistrationField[], given: Record<string, string | number | boolean | null>) =>
  mergeAnswers(fields, { of: 'Player', given, kept: {}, complete: true })

const codeOf = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    const { code, extra } = error as { code: string; extra: { field?: string } }
    return [code, extra.field]
  }
  return null
}

const SIZES = { options: ['S', 'M'] }

it.each([
  ['Text', '  Tea \r\n', 'Tea'],
  ['Paragraph', 'one\r\ntwo', 'one\ntwo'],
  ['Number', '007', '7'],
  ['Number', 42, '42'],
  ['Number', '-3', '-3'],
  ['Link', 'https://ctf.example.org/a?b=c', 'https://ctf.example.org/a?b=c'],
  ['Choice', 'M', 'M'],
  ['Checkbox', true, true],
  ['Checkbox', 'on', true]
] as const)('a field of kind %s takes %j as %j', (kind, given, stored) => {
  expect(merged([field(1, kind, SIZES)], { 1: given })).toEqual({ 1: stored })
})

it.each([
  ['Text', 'x'.repeat(201), 'game.answer_too_long'],
  ['Text', 'two\nlines', 'game.answer_malformed'],
  ['Text', 'a\0b', 'game.answer_malformed'],
  ['Text', true, 'game.answer_malformed'],
  ['Paragraph', 'x'.repeat(2001), 'game.answer_too_long'],
  ['Number', '1.5', 'game.answer_number'],
  ['Number', '1'.repeat(16), 'game.answer_number'],
  ['Link', 'javascript:alert(1)', 'game.answer_link'],
  ['Link', 'https://user:secret@example.org', 'game.answer_link'],
  ['Choice', 'XL', 'game.answer_option'],
  ['Checkbox', 'perhaps', 'game.answer_malformed']
] as const)('a field of kind %s refuses %j by its name', (kind, given, code) => {
  expect(codeOf(() => merged([field(7, kind, SIZES)], { 7: given }))).toEqual([code, 'answers.7'])
})

it('blank answers, null and boxes that are not ticked are none, and miss where one is required', () => {
  for (const blank of ['', ' \n ', null, false]) {
    expect(merged([field(1, 'Text')], { 1: blank })).toEqual({})
    const missing = () => merged([field(1, 'Text', { required: true })], { 1: blank })
    expect(codeOf(missing)).toEqual(['game.answer_required', 'answers.1'])
  }
  const untouched = () => merged([field(2, 'Checkbox', { required: true })], {})
  expect(codeOf(untouched)).toEqual(['game.answer_required', 'answers.2'])
})

it('what is not sent stays, also an answer that a changed field no longer takes', () => {
  const fields = [field(1, 'Choice', { options: ['L'] }), field(2, 'Text', { required: true })]
  const merge = (given: Record<string, string>, complete: boolean) =>
    mergeAnswers(fields, { of: 'Player', given, kept: { 1: 'M', 2: 'Tea' }, complete })
  expect(merge({ 2: 'Coffee' }, true)).toEqual({ 1: 'M', 2: 'Coffee' })
  expect(merge({ 1: '' }, false)).toEqual({ 2: 'Tea' })
  expect(codeOf(() => merge({ 2: ' ' }, false))).toEqual(['game.answer_required', 'answers.2'])
})

it('who joins a team that has answered changes nothing by blank answers, and something by others', () => {
  const fields = [field(1, 'Text', { of: 'Team', required: true }), field(2, 'Text', { of: 'Team' })]
  const merge = (given: Record<string, string>) =>
    mergeAnswers(fields, { of: 'Team', given, kept: { 2: 'kept' }, skipBlank: true, complete: false })
  expect(merge({ 1: '', 2: '' })).toEqual({ 2: 'kept' })
  expect(merge({ 1: 'new', 2: '' })).toEqual({ 1: 'new', 2: 'kept' })
})

it('answers to questions of others, or to none, are no answers of this player', () => {
  const fields = [field(1, 'Text', { of: 'Team', required: true })]
  expect(merged(fields, { 1: 'of the team' })).toEqual({})
  expect(codeOf(() => refuseUnknown(fields, { 1: 'x', 2: 'y' }))).toEqual([
    'game.answer_unknown',
    'answers.2'
  ])
  expect(givenAnswers.safeParse({ __proto__x: 'y' }).success).toBe(false)
  expect(merged([field(1, 'Text')], JSON.parse('{"__proto__": "x"}'))).toEqual({})
})

const input = (more: Partial<FieldInput>): FieldInput => ({
  ...{ of: 'Player', kind: 'Text', label: 'Size', hint: '', required: false, public: false, options: [] },
  ...more
})

it('fields keep their ids while owner and kind stay, and new ones get ids that no earlier write gave', () => {
  const before = [field(3, 'Text'), field(5, 'Choice', SIZES)]
  const ids = (list: FieldInput[]) => numberFields(list, before, 2).map(({ id }) => id)
  expect(ids([input({ id: 5, kind: 'Choice' }), input({ id: 3, label: 'Other' })])).toEqual([5, 3])
  expect(ids([input({ id: 3, kind: 'Number' }), input({}), input({ id: 3 })])).toEqual([41, 42, 3])
  expect(ids([input({ id: 3 }), input({ id: 3 })])).toEqual([3, 41])
  expect(ids([input({ id: 99 })])).toEqual([41])
  expect(numberFields([input({ id: 4 })], [], 0).map(({ id }) => id)).toEqual([1])
})

it.each([
  ['no label', { label: ' ' }, 'field.required'],
  ['a label of 121 characters', { label: 'x'.repeat(121) }, 'field.text_too_long'],
  ['a choice of nothing', { label: 'x', kind: 'Choice' }, 'game.field_options_required'],
  ['answers of players for everybody', { label: 'x', public: true }, 'game.field_players_private'],
  ['an unknown kind', { label: 'x', kind: 'Password' }, 'field.type_mismatch']
])('a field with %s is refused', (_, given, message) => {
  const read = fieldInputs.safeParse([given])
  expect(read.error?.issues.map((issue) => issue.message)).toEqual([message])
})

it('only choices have options, each once', () => {
  const [choice, text] = fieldInputs.parse([
    { label: 'Size', kind: 'Choice', options: ['S', ' S ', 'M'] },
    { label: 'Name', options: ['S'] }
  ])
  expect([choice?.options, text?.options]).toEqual([['S', 'M'], []])
  const many = Array.from({ length: 21 }, () => ({ label: 'x' }))
  expect(fieldInputs.safeParse(many).success).toBe(false)
})
