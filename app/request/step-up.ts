import { KEPT } from '~/app/components/form/kept'
import type { HalyardContext } from './context'

/** Fields of the proof, beside those of the form that needed it. */
export const PROOF = { password: 'confirm-password', code: 'confirm-code' } as const

/** What a refused form reports about its secrets, none of which is printed. */
export interface FormSecrets {
  /** Sealed, by the name of the field: only the same account can send them again, to the same page. */
  kept?: Record<string, string>
  /** Fields that must be filled in again. */
  lost?: string[]
}

/** True for fields that are never sent back to the browser as they are: secrets by their names, and proofs. */
export const isSecret = (name: string): boolean => /password|token|secret/i.test(name) || name === PROOF.code

/** The data with which a page asks for a proof of ownership and then carries out the action. */
export interface StepUp {
  /** The posted form, secrets sealed or left out. */
  fields: [name: string, value: string][]
  /** A part cannot be sent again by itself: a password, or a file. */
  lost: boolean
  hasPassword: boolean
  hasApp: boolean
  /** The origin of passkeys; null without one. */
  origin: string | null
}

/** Beside the state of the form that was sent. */
export interface StepUpAsked {
  stepUp: StepUp
}

/** Pages whose frame shows the panel; others lead to /account/Check. */
const ASKING = /^\/(admin\/|account\/profile\/?$)/i

/** True for pages that show the panel for password or code themselves. */
export const asksItself = (pathname: string): boolean => ASKING.test(pathname)

/** Takes the proof out of a form; null without one. */
export function takeProof(fields: URLSearchParams): { password?: string; code?: string } | null {
  const [password, code] = [fields.get(PROOF.password) ?? '', fields.get(PROOF.code) ?? '']
  for (const name of Object.values(PROOF)) fields.delete(name)
  if (!password.trim() && !code.trim()) return null
  return { ...(password.trim() && { password }), ...(code.trim() && { code }) }
}

/** How the caller can confirm, and the form to send again. */
export async function stepUpOf(
  { services, ctx }: Pick<HalyardContext, 'services' | 'ctx'>,
  sent: { fields: URLSearchParams; files: readonly unknown[] },
  { kept = {}, lost = [] }: FormSecrets
): Promise<StepUp> {
  const [hasPassword, { factors }] = await Promise.all([
    services.signIn.hasPassword(ctx),
    services.factors.view(ctx)
  ])
  const entries = [...sent.fields]
  return {
    fields: [
      ...entries.filter(([name]) => !isSecret(name)),
      ...Object.entries(kept).map(([name, sealed]): [string, string] => [KEPT + name, sealed])
    ],
    lost: sent.files.length > 0 || lost.length > 0,
    hasPassword,
    hasApp: factors.some(({ kind }) => kind === 'totp'),
    origin: factors.some(({ kind }) => kind === 'passkey') ? services.factors.passkeys.origin : null
  }
}
