import { defineIsland } from '../runtime/define'
import { RowTools } from './RowTools'

export default defineIsland('row-tools', RowTools)
