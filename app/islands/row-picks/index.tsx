import { defineIsland } from '../runtime/define'
import { RowPicks } from './RowPicks'

export default defineIsland('row-picks', RowPicks, ['widgets'])
