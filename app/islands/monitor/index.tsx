import { defineIsland } from '../runtime/define'
import { Monitor } from './Monitor'

export default defineIsland('monitor', Monitor, ['monitor', 'instances', 'widgets'])
