import { statSync } from 'node:fs'

/** What tells a folder from its copies, under whatever name it is reached. */
export function placeOf(folder) {
  const { dev, ino } = statSync(folder)
  return `${dev}:${ino}`
}

/** Whether a file that says its folder's `place` was written here; one that says none is believed. */
export const isHere = ({ place }, folder) => place === undefined || place === placeOf(folder)
