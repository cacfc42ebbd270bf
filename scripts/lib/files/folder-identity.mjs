import { statSync } from 'node:fs'

/** Device and inode, which differ between a folder and its copies. @param {string} folder @throws a system error */
export function folderIdentity(folder) {
  const { dev, ino } = statSync(folder)
  return `${dev}:${ino}`
}

/**
 * Whether a file that records its folder was written in this one; a file without a record is accepted.
 * @param {{ folderId?: string }} record @param {string} folder
 */
export const belongsToFolder = ({ folderId }, folder) =>
  folderId === undefined || folderId === folderIdentity(folder)
