import { useText } from '~/app/islands/runtime/words/text'
import type { FormState } from '~/app/request/forms'

interface AnnounceProps {
  /** Of a refused form: its box again. */
  state?: FormState | null
  /** The intent that it is for, where a form has a box for each. */
  of?: string
}

/** Whether players are told by a notice. A second field says that it was asked, since an empty box is not sent. */
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
