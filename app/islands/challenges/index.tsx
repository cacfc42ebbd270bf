import { defineIsland } from '../runtime/define'
import { Challenges } from './Challenges'

export default defineIsland('challenges', Challenges, [
  'challenges',
  'hints',
  'trylimit',
  'labels',
  'news',
  'instances',
  'terminal'
])
