import { defineIsland } from '../runtime/define'
import { Replay } from './Replay'

export default defineIsland('replay', Replay, ['replay', 'scoreboard'])
