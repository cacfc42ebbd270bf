import { readChallenge } from '~/server/transfer/layouts'
import { sourceOf } from './archives'

/** Reads a challenge folder `web/knot` with this file and these others beside it. */
export async function readFolder(
  definition: string | Buffer,
  files: Record<string, string> = {},
  name = 'challenge.yml',
  links: Record<string, string> = {}
) {
  const beside = Object.fromEntries(Object.entries(files).map(([path, text]) => [`web/knot/${path}`, text]))
  const source = sourceOf({ [`web/knot/${name}`]: definition, ...beside }, links)
  const { challenge, refusal, title } = await readChallenge(source, `web/knot/${name}`)
  return {
    title,
    challenge,
    refusal: refusal?.line ?? null,
    notes: challenge?.notes.map(({ code }) => code) ?? []
  }
}

/** The code of the refusal of a folder; undefined if it is a challenge. */
export const refusalOf = async (...given: Parameters<typeof readFolder>) =>
  (await readFolder(...given)).refusal?.code

/** The reason of the refusal in words, if it has one. */
export const reasonOf = async (...given: Parameters<typeof readFolder>) =>
  (await readFolder(...given)).refusal?.params.reason
