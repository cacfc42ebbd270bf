import passkey from '~/app/islands/passkey'
import type { PasskeyProps } from '~/app/islands/passkey/Passkey'
import { Island } from '~/app/islands/runtime/island'

export function PasskeyButton(props: PasskeyProps) {
  return <Island of={passkey} props={props} />
}
