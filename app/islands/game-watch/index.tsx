import { defineIsland } from '../runtime/define'
import { GameWatch } from './GameWatch'

export default defineIsland('game-watch', GameWatch, ['gamewatch'])
