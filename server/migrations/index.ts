import { foundation } from './20261120T1200-foundation'
import type { Migration } from './types'

/** All migrations, oldest first. Append; never reorder. */
export const migrations: Migration[] = [foundation]
