/** Kinds of answers: a line, a text, a whole number, a web address, one of the options, a tick. */
export const FIELD_KINDS = ['Text', 'Paragraph', 'Number', 'Link', 'Choice', 'Checkbox'] as const
export type FieldKind = (typeof FIELD_KINDS)[number]

/** Whose answer it is: of each player, or one of the whole team. */
export const FIELD_OWNERS = ['Player', 'Team'] as const
export type FieldOwner = (typeof FIELD_OWNERS)[number]

/** Numbers are of things; the others are letters (docs/rules/participation.md#registration-fields). */
export const FIELD_LIMITS = { fields: 20, label: 120, hint: 300, options: 50, option: 100 } as const

/** Letters of an answer, by kind. */
export const ANSWER_LIMITS = { Text: 200, Paragraph: 2000, Number: 16, Link: 500, Choice: 100 } as const

/** Name of the control of a field, in forms and in errors. */
export const answerName = (id: number): string => `answers.${id}`
