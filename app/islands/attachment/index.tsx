import { defineIsland } from '../runtime/define'
import { Attachment } from './Attachment'

export type { Attached } from './Attachment'
export default defineIsland('attachment', Attachment, ['editor'])
