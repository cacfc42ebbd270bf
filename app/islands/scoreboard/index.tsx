import { defineIsland } from '../runtime/define'
import { Scoreboard } from './Scoreboard'

export default defineIsland('scoreboard', Scoreboard, ['scoreboard', 'news'])
