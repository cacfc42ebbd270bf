import { defineIsland } from '../runtime/define'
import { PushSwitch } from './PushSwitch'

export default defineIsland('push', PushSwitch, ['push'])
