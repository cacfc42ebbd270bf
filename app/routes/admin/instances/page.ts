import type { InstanceRow, InstanceUsage } from '~/server/instances/contract'
import type { Lease } from './lease'

export interface Row {
  row: InstanceRow
  lease: Lease | null
  usage: InstanceUsage | null
}

/** Rows ticked when the page is made: none, those of this page, or all that match the filter. */
export type Selection = 'none' | 'page' | 'all'
