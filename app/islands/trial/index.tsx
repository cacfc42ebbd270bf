import { defineIsland } from '../runtime/define'
import { TrialBoard } from './TrialBoard'

export default defineIsland('trial', TrialBoard, [
  'challenges',
  'hints',
  'labels',
  'trial',
  'containers',
  'instances',
  'terminal',
  'watch'
])
