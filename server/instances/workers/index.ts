import type { Work, WorkNeeds } from './contract'
import { createRetentionWork } from './retention'
import { createStartWork } from './starts'
import { createStopWork } from './stops'
import { createUpkeepWork } from './upkeep'

export function createWork(needs: WorkNeeds): Work {
  return {
    ...createStartWork(needs),
    ...createStopWork(needs),
    ...createUpkeepWork(needs),
    ...createRetentionWork(needs)
  }
}
