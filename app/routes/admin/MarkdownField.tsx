import { TextareaField } from '~/app/components/Field'
import { EyeIcon } from '~/app/components/icons'
import { Markdown } from '~/app/components/Markdown'
import { useText } from '~/app/islands/runtime/text'
import { useDraft } from './draft-state'

interface MarkdownFieldProps {
  label: string
  value: string
  rows?: number
}

/** The field `content` in Markdown. Preview sends the form and shows the text below, nothing saved. */
export function MarkdownField({ label, value, rows = 12 }: MarkdownFieldProps) {
  const t = useText()
  const draft = useDraft()
  const preview = draft?.preview
  return (
    <div className="stack">
      <TextareaField
        name="content"
        label={label}
        hint={t('admin:markdown')}
        state={draft}
        defaultValue={value}
        rows={rows}
        spellCheck
      />
      <div>
        <button type="submit" className="btn sm" name="intent" value="preview" formNoValidate>
          <EyeIcon />
          {t('admin:preview')}
        </button>
      </div>
      {preview !== undefined && (
        <section className="preview" aria-label={t('admin:preview')}>
          <Markdown html={preview} />
        </section>
      )}
    </div>
  )
}
