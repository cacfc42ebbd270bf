import { defineIsland } from '../runtime/define'
import { FlagFiles } from './FlagFiles'

export default defineIsland('flag-files', FlagFiles, ['flags'])
