import { defineIsland } from '../runtime/define'
import { ListKeys } from './ListKeys'

export default defineIsland('list-keys', ListKeys, ['watch'])
