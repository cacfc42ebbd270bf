import { defineIsland } from '../runtime/define'
import { PasskeyNew } from './PasskeyNew'

export default defineIsland('passkey-new', PasskeyNew, ['passkeys', 'factors'])
