import { defineIsland } from '../runtime/define'
import { ComposeField } from './ComposeField'

export default defineIsland('compose-field', ComposeField, ['containers'])
