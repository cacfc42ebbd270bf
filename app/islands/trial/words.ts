import type { Text } from '~/app/i18n/text'
import type { TrialVerdict, TrialView } from '~/server/challenges/trial/contract'
import type { Mark } from './props'

export const markText = (t: Text, mark: Mark): string =>
  t(`trial:mark.${mark.kind}`, mark.kind === 'scheduled' ? { time: mark.time } : {})

export function verdictText(
  t: Text,
  { status, place, flags, team }: TrialVerdict,
  rule: TrialView['rule']
): string {
  const of = { place: place ?? 0, flags }
  const own = team === null ? '' : ` ${t('trial:result.team', { team })}`
  if (status === 'Accepted') {
    const which = rule === 'test_instance' ? t('trial:result.test') : t('trial:result.place', of)
    return which + own
  }
  if (status === 'CheatDetected') return t('trial:result.foreign', { team: team ?? '' })
  return place === null ? t('trial:result.none') : t('trial:result.other_file', of)
}
