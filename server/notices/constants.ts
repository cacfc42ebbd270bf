import type { NoticeChange } from './contract'

const NAMES: Record<NoticeChange['kind'], string[]> = {
  ChallengePoints: ['challenge', 'from', 'to'],
  ChallengeOpened: ['challenge'],
  ChallengeClosed: ['challenge'],
  EndLater: ['time'],
  EndEarlier: ['time'],
  Correction: ['reason'],
  Paused: ['until', 'time', 'reason'],
  Resumed: ['time'],
  FlagsBlocked: ['challenge', 'reason'],
  FlagsUnblocked: ['challenge']
}

/** `2026-11-25T10:00:00.000+00:00` as `2026-11-25 10:00 UTC`. */
const shownTime = (wire: string) => `${wire.slice(0, 10)} ${wire.slice(11, 16)} UTC`

export const changeParts = ({ kind, values }: NoticeChange): [name: string, value: string][] =>
  NAMES[kind].map((name, place) => {
    const value = values[place] ?? ''
    return [name, name === 'time' || name === 'until' ? shownTime(value) : value]
  })

const MARKS = /!?\[([^[]*?)\]\([^)]*\)|`+|^#+ |\*\*/gm

/** Markdown of a notice without its marks, for where it is not rendered: toasts and messages of devices. */
export const stripMarkdown = (markdown: string): string => markdown.replace(MARKS, '$1')
