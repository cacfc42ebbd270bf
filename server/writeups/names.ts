/** `20261120-16.05.09Z`: a time that sorts and may stand in a file's name. */
const stamp = (time: Date) =>
  `${time.toISOString().slice(0, 19).replace(/-/g, '').replace('T', '-').replace(/:/g, '.')}Z`

/** What a stored writeup is called (behaviour.md 3.8). */
export const writeupName = (gameId: number, teamId: number, at: Date) =>
  `Writeup-${gameId}-${teamId}-${stamp(at)}.pdf`

/** What all writeups of a game are called together; nothing of the title leads out of a folder. */
export function archiveName(title: string, at: Date): string {
  const plain = title.replace(/[\p{C}/\\:*?"<>|]/gu, '_').trim()
  return `Writeups-${[...plain].slice(0, 80).join('')}-${stamp(at)}`
}
