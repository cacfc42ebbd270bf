import { useText } from '~/app/i18n/text'
import type { ImportReport } from '~/server/transfer/contract'

interface MarksProps extends Pick<ImportReport, 'marks'> {
  values: Record<string, string>
}

export function ImportValueFields({ marks, values }: MarksProps) {
  const t = useText()
  return (
    <fieldset className="stack">
      <legend className="label">{t('transfer:marks')}</legend>
      <p className="muted">{t('transfer:marks_hint')}</p>
      {marks.map(({ text, challenges }, index) => (
        <div key={text} className="field">
          <label className="label" htmlFor={`put-${index}`}>
            <code>{text}</code> · {t('transfer:challenges', { count: challenges })}
          </label>
          <input type="hidden" name="find[]" value={text} />
          <input
            className="input mono"
            id={`put-${index}`}
            name="put[]"
            maxLength={500}
            defaultValue={values[text] ?? ''}
            autoComplete="off"
            spellCheck={false}
          />
        </div>
      ))}
      <div>
        <button
          type="submit"
          className="btn"
          formMethod="get"
          formAction="/admin/games/import"
          formNoValidate
        >
          {t('transfer:marks_show')}
        </button>
      </div>
    </fieldset>
  )
}
