import { defineIsland } from '../runtime/define'
import { Refresh } from './Refresh'

export default defineIsland('refresh', Refresh, ['watch'])
