import { useEffect, useRef } from 'react'
import { hasContainer } from '~/server/challenges/constants'
import type { ToastItem } from '../news/Toasts'
import type { ChallengesProps, Sheet } from '../props'
import { InstanceBox } from './InstanceBox'
import { useInstances } from './use-instances'

interface Given {
  props: ChallengesProps
  sheet: Sheet | null
  /** Number of right flags: each ends an instance. */
  accepted: number
  show(toast: ToastItem): void
}

/** Box of the open challenge, null without instances, and handlers for its events. */
export function useInstanceBox({ props, sheet, accepted, show }: Given) {
  const open = sheet && hasContainer(sheet.type) ? sheet.id : null
  const titles = useRef(new Map<number, string>())
  if (sheet) titles.current.set(sheet.id, sheet.title)
  const { act, renew, renewAll, onInstance, onQueue, ...shown } = useInstances({
    gameId: props.gameId,
    open,
    first: props.instance,
    refused: props.instanceRefused,
    onTurn({ id, challengeId }, turn) {
      const title = titles.current.get(challengeId) ?? `#${challengeId}`
      // The visible box shows it already.
      if (turn === 'extend' || open !== challengeId)
        show({ id: `${turn}-${id}`, kind: 'instance', turn, challengeId, title })
    }
  })
  useEffect(() => {
    if (accepted > 0) renewAll()
  }, [accepted, renewAll])

  const box = open !== null && (
    <InstanceBox
      key={open}
      challengeId={open}
      made={props.instance?.challengeId === open ? props.now : null}
      me={props.me}
      onAct={(intent) => void act(open, intent)}
      onRetry={() => void renew(open)}
      {...shown}
    />
  )
  return { box, live: { instances: open !== null, onInstance, onQueue, onHello: renewAll } }
}
