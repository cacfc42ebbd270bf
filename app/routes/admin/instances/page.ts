import type { InstanceRow, InstanceUsage } from '~/server/instances/contract'
import type { Lease } from './lease'

/** A row with what the page worked out about it. */
export interface Row {
  row: InstanceRow
  lease: Lease | null
  usage: InstanceUsage | null
}

/** Which rows are ticked when the page is made: none, those of this page, or all that fit the filter. */
export type Selection = 'none' | 'page' | 'all'
