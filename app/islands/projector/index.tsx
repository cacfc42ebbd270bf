import { defineIsland } from '../runtime/define'
import { Projector } from './Projector'

export default defineIsland('projector', Projector, ['scoreboard', 'news'])
