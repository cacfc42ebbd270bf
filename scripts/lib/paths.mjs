import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..')

/** @param {...string} parts */
export const inRoot = (...parts) => resolve(ROOT, ...parts)
