import { defineIsland } from '../runtime/define'
import { InstanceLog } from './InstanceLog'

export default defineIsland('instance-log', InstanceLog, ['watch'])
