import { defineIsland } from '../runtime/define'
import { Night } from './Night'

export default defineIsland('night', Night, ['night'])
