import { readFileSync } from 'node:fs'

/** @param {string} path @returns {Record<string, unknown> | null} null when the file is missing or has no JSON object */
export function readJsonObject(path) {
  try {
    return asObject(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return null
  }
}

/** @param {string} text @returns {Record<string, unknown> | null} null when the text is no JSON object */
export function parseJsonObject(text) {
  try {
    return asObject(JSON.parse(text))
  } catch {
    return null
  }
}

/** @param {unknown} value @returns {Record<string, unknown> | null} null for anything but an object; also for an array */
export const asObject = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
