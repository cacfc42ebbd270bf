import type { SecretBox } from '~/server/platform/secret-box'
import type { EngineKeys } from './contract'
import { engineKeys } from './input'

/** Sealed keys of one engine open for no other. */
export const engineKeysPurpose = (id: number): string => `engine:${id}`

/** @throws Error when HALYARD_SECRET is another one than they were sealed with */
export function openKeys(secretBox: SecretBox, id: number, sealed: string): EngineKeys {
  return engineKeys.parse(JSON.parse(secretBox.open(sealed, engineKeysPurpose(id)).toString()))
}
