import { defineIsland } from '../runtime/define'
import { MarkdownEditor } from './MarkdownEditor'

export default defineIsland('markdown-field', MarkdownEditor, ['editor'])
