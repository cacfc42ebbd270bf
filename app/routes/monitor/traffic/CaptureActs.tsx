import { useLocation } from '@remix-run/react'
import { Confirm } from '~/app/components/form/Confirm'
import { Field } from '~/app/components/form/Field'
import { PinIcon, TrashIcon, XIcon } from '~/app/components/icons'
import { useText } from '~/app/i18n/text'

/** One file of a team; null: all of them. */
export interface Chosen {
  challenge: number
  participation: number
  file: string | null
}

interface ActProps {
  chosen: Chosen
}

const fieldsOf = ({ challenge, participation, file }: Chosen, intent: string) => ({
  ...{ intent, challenge, participation },
  ...(file !== null && { file })
})

function useHere() {
  const { pathname, search } = useLocation()
  return pathname + search
}

export function PinCapture({ chosen }: ActProps) {
  const t = useText()
  const { file } = chosen
  const all = file === null
  return (
    <Confirm
      classes={all ? 'sm' : 'sm ghost icon-only'}
      label={
        <>
          <PinIcon />
          {all && t('monitor:traffic.pin_all')}
        </>
      }
      name={all ? undefined : t('monitor:traffic.pin_name', { name: file })}
      question={t('monitor:traffic.pin_question')}
      confirm={t('monitor:traffic.pin')}
      action={useHere()}
      fields={fieldsOf(chosen, 'pin')}
    >
      <Field name="note" label={t('monitor:traffic.pin_note')} maxLength={500} optional />
    </Confirm>
  )
}

export function UnpinCapture({ chosen }: ActProps) {
  const t = useText()
  const { file } = chosen
  const all = file === null
  return (
    <Confirm
      classes={all ? 'sm' : 'sm ghost icon-only'}
      label={all ? t('monitor:traffic.unpin_all') : <XIcon />}
      name={all ? undefined : t('monitor:traffic.unpin_name', { name: file })}
      question={t('monitor:traffic.unpin_question')}
      confirm={t('monitor:traffic.unpin')}
      action={useHere()}
      fields={fieldsOf(chosen, 'unpin')}
    />
  )
}

interface DeleteProps extends ActProps {
  team: string
  title: string
}

export function DeleteCaptures({ chosen, team, title }: DeleteProps) {
  const t = useText()
  const { file } = chosen
  const all = file === null
  return (
    <Confirm
      danger
      classes={all ? 'sm danger' : 'sm ghost icon-only'}
      label={
        <>
          <TrashIcon />
          {all && t('monitor:traffic.delete_all')}
        </>
      }
      name={all ? undefined : t('monitor:traffic.delete_name', { name: file })}
      question={
        all
          ? t('monitor:traffic.delete_all_question', { team, title })
          : t('monitor:traffic.delete_question', { name: file })
      }
      confirm={t('monitor:traffic.delete')}
      action={useHere()}
      fields={fieldsOf(chosen, 'delete')}
    />
  )
}
