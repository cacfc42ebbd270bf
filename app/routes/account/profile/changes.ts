import { z } from 'zod'
import {
  type ProfileUpdateInput,
  type ProfileView,
  profileUpdateInput,
  userName
} from '~/server/accounts/contract'

const { bio, phone, realName, stdNumber } = profileUpdateInput.shape

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
export type PersonForm = z.infer<typeof personForm>

/** Changed fields of a profile; unset and empty are equal. */
export function changesOf(profile: ProfileView, form: PersonForm): ProfileUpdateInput {
  const changed = (name: keyof PersonForm) => (profile[name] || null) !== (form[name] ?? null)
  const names = (Object.keys(form) as (keyof PersonForm)[]).filter(changed)
  return Object.fromEntries(names.map((name) => [name, form[name] ?? null]))
}
