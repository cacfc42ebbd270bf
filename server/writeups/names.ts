import { fileStamp } from '~/server/platform/time'

/** See docs/rules/files.md#writeups. */
export const writeupName = (gameId: number, teamId: number, at: Date) =>
  `Writeup-${gameId}-${teamId}-${fileStamp(at)}.pdf`

/** Cannot lead out of a folder. */
export function archiveName(title: string, at: Date): string {
  const plain = title.replace(/[\p{C}/\\:*?"<>|]/gu, '_').trim()
  return `Writeups-${[...plain].slice(0, 80).join('')}-${fileStamp(at)}`
}
