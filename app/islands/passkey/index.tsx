import { defineIsland } from '../runtime/define'
import { Passkey } from './Passkey'

export default defineIsland('passkey', Passkey, ['passkeys'])
