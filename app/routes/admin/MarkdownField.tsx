import markdownField from '~/app/islands/markdown-field'
import { Island } from '~/app/islands/runtime/island'
import { useDraft } from './draft-state'

export function MarkdownField({ label, value }: { label: string; value: string }) {
  const draft = useDraft()
  const props = {
    name: 'content',
    label,
    value: draft?.values.content ?? value,
    error: draft?.errors.content ?? null,
    preview: draft?.preview ?? null,
    source: '/admin/Preview'
  }
  return <Island of={markdownField} props={props} />
}
