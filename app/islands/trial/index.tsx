import { defineIsland } from '../runtime/define'
import { TrialBoard } from './TrialBoard'

export default defineIsland('trial', TrialBoard, [
  'challenges',
  'hints',
  'labels',
  'news',
  'trial',
  'containers',
  'instances',
  'terminal',
  'watch'
])
