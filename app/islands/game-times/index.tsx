import { defineIsland } from '../runtime/define'
import { GameTimes } from './GameTimes'

export default defineIsland('game-times', GameTimes, ['editor'])
