import { useLocation } from '@remix-run/react'
import { Confirm } from '~/app/components/form/Confirm'
import { RotateCcwIcon } from '~/app/components/icons'
import { useText } from '~/app/i18n/text'

export function StuckActs({ id }: { id: string }) {
  const t = useText()
  const here = useLocation()
  const action = here.pathname + here.search
  return (
    <div className="acts">
      <form method="post" action={action}>
        <input type="hidden" name="id" value={id} />
        <button type="submit" className="btn sm" name="intent" value="retry">
          <RotateCcwIcon />
          {t('engines:retry.now')}
        </button>
      </form>
      <Confirm
        classes="sm"
        label={t('engines:release.act')}
        question={t('engines:release.question')}
        confirm={t('engines:release.act')}
        action={action}
        fields={{ intent: 'release', id }}
      />
    </div>
  )
}
