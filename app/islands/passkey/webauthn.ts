import { postJson, postNoReply, Refused } from '../runtime/calls'

export type Purpose = 'login' | 'step' | 'confirm'

const CALLS = '/api/account/factor/passkey'

const library = () => import('@simplewebauthn/browser')

async function question<O>(purpose: Purpose | 'add'): Promise<O> {
  return (await postJson<{ options: O }>(`${CALLS}/options`, { purpose })).options
}

/** Logs in, or confirms the owner, by a passkey. @throws Refused, DOMException, TypeError */
export async function answerFor(purpose: Purpose): Promise<void> {
  const { startAuthentication } = await library()
  type Options = Parameters<typeof startAuthentication>[0]['optionsJSON']
  const answer = await startAuthentication({ optionsJSON: await question<Options>(purpose) })
  await postNoReply(`${CALLS}/use`, answer)
}

/** Returns recovery codes for a first factor. @throws Refused, DOMException, TypeError */
export async function addPasskey(name: string): Promise<string[] | null> {
  const { startRegistration } = await library()
  type Options = Parameters<typeof startRegistration>[0]['optionsJSON']
  const credential = await startRegistration({ optionsJSON: await question<Options>('add') })
  return (await postJson<{ codes: string[] | null }>(CALLS, { name, credential })).codes
}

/** Text key of an error, or the server's message. */
export function wordsOf(error: unknown): { key: 'cancelled' | 'exists' | 'failed' } | { text: string } {
  if (error instanceof Refused && error.message !== '') return { text: error.message }
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'AbortError') return { key: 'cancelled' }
  return { key: name === 'InvalidStateError' ? 'exists' : 'failed' }
}
