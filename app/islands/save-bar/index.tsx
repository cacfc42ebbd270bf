import { defineIsland } from '../runtime/define'
import { SaveBar } from './SaveBar'

export default defineIsland('save-bar', SaveBar, ['editor'])
