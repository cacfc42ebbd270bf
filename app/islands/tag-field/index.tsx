import { defineIsland } from '../runtime/define'
import { TagField } from './TagField'

export default defineIsland('tag-field', TagField, ['widgets'])
