import { z } from 'zod'
import { textField } from '~/server/platform/text-fields'
import { COUNTRIES, MAX_AFFILIATION_LENGTH, MAX_WEBSITE_LENGTH } from './constants'

/** An address of the web by https, without a login in it. */
export function isWebsite(address: string): boolean {
  if (!/^https:\/\/[^\s\p{C}"<>\\^`{|}]+$/iu.test(address) || !URL.canParse(address)) return false
  const { username, password, hostname } = new URL(address)
  return username === '' && password === '' && hostname.includes('.')
}

/**
 * Fields that people and teams show about themselves: absent = unchanged, null and empty = cleared
 * (docs/rules/players.md#fields).
 */
export const shownFields = {
  affiliation: textField(MAX_AFFILIATION_LENGTH, { tooLong: 'field.affiliation_too_long' }).trim().nullish(),
  website: z
    .string({ error: 'field.type_mismatch' })
    .max(MAX_WEBSITE_LENGTH, 'field.website_too_long')
    .trim()
    .refine((address) => address === '' || isWebsite(address), 'field.website_malformed')
    .transform((address) => address || null)
    .nullish(),
  /** ISO 3166-1 alpha-2. */
  country: z
    .enum(['', ...COUNTRIES] as [string, ...string[]], { error: 'field.country_unknown' })
    .transform((country) => country || null)
    .nullish()
}
