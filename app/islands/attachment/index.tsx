import { defineIsland } from '../runtime/define'
import { Attachment } from './Attachment'

export default defineIsland('attachment', Attachment, ['editor'])
