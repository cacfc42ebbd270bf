import type { HalyardContext } from './context'

/** Fields of the proof, beside those of the form that needed it. */
export const PROOF = { password: 'confirm-password', code: 'confirm-code' } as const

/** Never sent back to the browser: what is secret by its name, and proofs. */
export const isSecret = (name: string): boolean => /password|token|secret/i.test(name) || name === PROOF.code

/** What a page needs to ask whether it is the owner, and to carry the act out when it is. */
export interface StepUp {
  /** The posted form, without secrets. */
  fields: [name: string, value: string][]
  /** Whether something cannot be sent again by itself: a secret, or a file. */
  lost: boolean
  hasPassword: boolean
  hasApp: boolean
  /** Of passkeys; null without one. */
  origin: string | null
}

/** Beside the state of the form that was sent. */
export interface StepUpAsked {
  stepUp: StepUp
}

/** Pages whose frame shows the panel; others lead to /account/Check. */
const ASKING = /^\/(admin\/|account\/profile\/?$)/i

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
  sent: { fields: URLSearchParams; files: readonly unknown[] }
): Promise<StepUp> {
  const [hasPassword, { factors }] = await Promise.all([
    services.signIn.hasPassword(ctx),
    services.factors.view(ctx)
  ])
  const entries = [...sent.fields]
  return {
    fields: entries.filter(([name]) => !isSecret(name)),
    lost: sent.files.length > 0 || entries.some(([name, value]) => isSecret(name) && value !== ''),
    hasPassword,
    hasApp: factors.some(({ kind }) => kind === 'totp'),
    origin: factors.some(({ kind }) => kind === 'passkey') ? services.factors.passkeys.origin : null
  }
}
