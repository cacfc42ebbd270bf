import { defineIsland } from '../runtime/define'
import { InstanceUsage } from './InstanceUsage'

export default defineIsland('instance-usage', InstanceUsage, ['watch'])
