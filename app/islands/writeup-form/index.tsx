import { defineIsland } from '~/app/islands/runtime/define'
import { WriteupForm } from './WriteupForm'

export default defineIsland('writeup-form', WriteupForm, ['writeup'])
