import { defineIsland } from '../runtime/define'
import { InstanceTraffic } from './InstanceTraffic'

export default defineIsland('instance-traffic', InstanceTraffic, ['watch'])
