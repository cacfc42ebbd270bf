import { useEffect } from 'react'
import { Banner } from '~/app/components/Banner'
import { useText } from '~/app/i18n/text'
import type { BoardChallenge } from '~/scoring/rules'
import type { Sheet } from '../props'

interface Sheets {
  /** The open challenge; null while it is being fetched. */
  sheet: Sheet | null
  load(id: number): unknown
}

/**
 * The reason why the open challenge takes no flags (docs/rules/challenges.md#blocked-flags); null when it takes them. The board
 * is newer than the fetched text, which contains the reason: if they differ, the text is fetched again.
 */
export function useBlocked(challenge: BoardChallenge | undefined, { sheet, load }: Sheets): Sheet['blocked'] {
  const blocked = challenge ? challenge.labels?.blocked === true : !!sheet?.blocked
  const differs = sheet !== null && blocked !== (sheet.blocked !== null)
  const id = sheet?.id
  useEffect(() => {
    if (differs) void load(id!)
  }, [differs, id, load])
  if (!blocked) return null
  return sheet?.blocked ?? { reason: '' }
}

/** Replaces the field of a challenge that takes no flags. */
export function Blocked({ reason }: NonNullable<Sheet['blocked']>) {
  const t = useText()
  return (
    <Banner tone="warn" inline title={t('labels:blocked')}>
      <bdi>{reason}</bdi> {t('labels:blocked_text')}
    </Banner>
  )
}
