import { defineIsland } from '../runtime/define'
import { NewPassword } from './NewPassword'

export default defineIsland('new-password', NewPassword, ['password'])
