import type { InstanceWorkStore, WorkNeeds } from './contract'
import { createRetentionWork } from './retention'
import { createStartWork } from './starts'
import { createStopWork } from './stops'
import { createUpkeepWork } from './upkeep'

export function createInstanceWorkStore(needs: WorkNeeds): InstanceWorkStore {
  return {
    ...createStartWork(needs),
    ...createStopWork(needs),
    ...createUpkeepWork(needs),
    ...createRetentionWork(needs)
  }
}
