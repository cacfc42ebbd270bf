import { useText } from '~/app/i18n/text'
import type { FormState } from '~/app/request/forms'

interface AnnounceProps {
  state?: FormState | null
  /** The intent, where a form has several boxes. */
  of?: string
}

/** A hidden field marks its presence, because unchecked boxes are not sent. */
export function Announce({ state, of }: AnnounceProps) {
  const t = useText()
  const name = of ? `announce-${of}` : 'announce'
  return (
    <>
      <input type="hidden" name={`${name}-asked`} value="1" />
      <label className="check">
        <input type="checkbox" name={name} defaultChecked={state ? name in state.values : true} />
        <span>
          {t('admin:announce.label')}
          <br />
          <span className="hint">{t('admin:announce.hint')}</span>
        </span>
      </label>
    </>
  )
}
