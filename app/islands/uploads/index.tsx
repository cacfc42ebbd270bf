import { defineIsland } from '../runtime/define'
import { Uploads } from './Uploads'

export default defineIsland('uploads', Uploads, ['files'])
