import { defineIsland } from '../runtime/define'
import { FlagTemplate } from './FlagTemplate'

export default defineIsland('flag-template', FlagTemplate, ['flags'])
