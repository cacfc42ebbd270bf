import { defineIsland } from '../runtime/define'
import { Logs } from './Logs'

export default defineIsland('logs', Logs, ['logs'])
