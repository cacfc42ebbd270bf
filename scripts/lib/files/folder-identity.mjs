import { statSync } from 'node:fs'

/**
 * An identifier that tells a folder from its copies, whatever path leads to it.
 * @param {string} folder @returns {string} device and inode @throws a system error when the folder is not there
 */
export function folderIdentity(folder) {
  const { dev, ino } = statSync(folder)
  return `${dev}:${ino}`
}

/**
 * Whether a file that records the identity of its folder was written in this one. A file without a record is believed.
 * @param {{ folderId?: string }} record @param {string} folder
 */
export const belongsToFolder = ({ folderId }, folder) =>
  folderId === undefined || folderId === folderIdentity(folder)
