import { defineIsland } from '../runtime/define'
import { ScoreCurve } from './ScoreCurve'

export default defineIsland('score-curve', ScoreCurve, ['curve'])
