import { defineIsland } from '../runtime/define'
import { ImageStatus } from './ImageStatus'

export default defineIsland('image-status', ImageStatus, ['containers', 'instances'])
