import { Confirm } from '~/app/components/form/Confirm'
import { FormMessage } from '~/app/components/form/FormMessage'
import { useText } from '~/app/i18n/text'
import { useFormState } from '~/app/request/form-state'

export function LeaveForm() {
  const t = useText()
  return (
    <>
      <FormMessage state={useFormState('leave')} />
      <Confirm
        label={t('games:state.leave')}
        question={t('games:state.leave_ask')}
        confirm={t('games:state.leave_sure')}
        fields={{ intent: 'leave' }}
        danger
      />
    </>
  )
}
