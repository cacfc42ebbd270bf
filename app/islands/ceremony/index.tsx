import { defineIsland } from '../runtime/define'
import { Hall } from './Hall'

export default defineIsland('ceremony', Hall, ['ceremony'])
