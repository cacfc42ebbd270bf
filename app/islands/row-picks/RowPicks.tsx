import { useEffect, useRef } from 'react'
import { useText } from '~/app/i18n/text'
import { usePicks } from './use-picks'

/** Select-all box and count above a list. Without script each row has its own box. */
export function RowPicks({ form }: { form: string }) {
  const t = useText()
  const { chosen, rows, all } = usePicks(form)
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = chosen > 0 && chosen < rows
  }, [chosen, rows])
  return (
    <div className="row-picks js-only">
      <label className="check">
        <input
          type="checkbox"
          ref={box}
          checked={rows > 0 && chosen === rows}
          onChange={({ target }) => all(target.checked)}
        />
        <span>{t('widgets:pick.all')}</span>
      </label>
      <span className="hint" role="status">
        {chosen > 0 && t('widgets:pick.chosen', { count: chosen })}
      </span>
      <span className="hint keys">{t('widgets:pick.keys')}</span>
    </div>
  )
}
