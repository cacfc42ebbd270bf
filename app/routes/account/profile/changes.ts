import { z } from 'zod'
import {
  type OwnProfileView,
  type ProfileUpdateInput,
  profileUpdateInput,
  userName
} from '~/server/accounts/contract'

const { bio, phone, realName, stdNumber, affiliation, website, country, pageVisibility } =
  profileUpdateInput.shape

/** An empty field clears the value. Browsers send line ends as two characters and count one. */
const clearing = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => {
    const text = typeof value === 'string' ? value.replace(/\r\n?/g, '\n').trim() : value
    return text === '' ? null : text
  }, schema)

export const personForm = z.object({
  userName,
  bio: clearing(bio),
  phone: clearing(phone),
  realName: clearing(realName),
  stdNumber: clearing(stdNumber)
})

export const pageForm = z.object({
  affiliation: clearing(affiliation),
  website: clearing(website),
  country: clearing(country),
  pageVisibility
})

/** Changed fields of a profile; unset and empty are equal. */
export function changesOf(
  profile: OwnProfileView,
  form: z.infer<typeof personForm> | z.infer<typeof pageForm>
): ProfileUpdateInput {
  const fields = Object.entries(form) as [
    Exclude<keyof ProfileUpdateInput, undefined>,
    string | null | undefined
  ][]
  const changed = fields.filter(([name, value]) => (profile[name] || null) !== (value ?? null))
  return Object.fromEntries(changed.map(([name, value]) => [name, value ?? null]))
}
