import { defineIsland } from '../runtime/define'
import { Choice } from './Choice'

export default defineIsland('choice', Choice, ['widgets'])
