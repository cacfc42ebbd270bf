import { posix } from 'node:path'
import { isScalar } from 'yaml'
import { COMPOSE_DEFAULTS, COMPOSE_LIMITS, PART_NAME, type ServiceSpec } from './contract'
import type { Reader, Value } from './reader'
import { parseSize } from './values'

const MIB = 1024 * 1024

export interface Mounts {
  tmpfs: ServiceSpec['tmpfs']
  volumes: ServiceSpec['volumes']
}

/** A path without `..`; null with a fault. */
export function readMountFolder(reader: Reader, value: Value, text: string): string | null {
  const fits = /^\/[^\0:,]+$/.test(text) && text.length <= 255 && !text.split('/').includes('..')
  const path = fits ? posix.normalize(text).replace(/\/$/, '') : ''
  if (path !== '') return path
  reader.fault(value, 'compose.bad_path', { value: text })
  return null
}

/**
 * Rounded up to whole MiB. Null after a fault, which is reported: no size, or outside of `min` to `max`, both in MiB.
 */
export function readMegabytes(
  reader: Reader,
  value: Value,
  text: string,
  min: number,
  max: number
): number | null {
  const bytes = parseSize(text)
  if (bytes === null) {
    reader.fault(value, 'compose.bad_size', { value: text })
    return null
  }
  const size = Math.ceil(bytes / MIB)
  if (size >= min && size <= max) return size
  reader.fault(value, 'compose.out_of_range', { min: `${min}m`, max: `${max}m` })
  return null
}

const tmpfsSize = (reader: Reader, value: Value, text: string) =>
  readMegabytes(reader, value, text, 1, COMPOSE_LIMITS.tmpfsMb)

/** Options that every tmpfs has. */
const GRANTED = new Set(['rw', 'exec', 'nosuid', 'nodev', 'mode=1777', 'mode=01777'])

/** `/tmp` or `/tmp:size=64m,mode=1777`. */
function shortTmpfs(reader: Reader, value: Value, mounts: Mounts): void {
  const text = reader.text(value)
  if (text === null) return
  const [named = '', options = ''] = text.split(/:(.*)/s)
  const path = readMountFolder(reader, value, named)
  let sizeMb: number | null = COMPOSE_DEFAULTS.tmpfsMb
  for (const option of options.split(',').filter(Boolean)) {
    const size = /^size=(.*)$/.exec(option)?.[1]
    if (size !== undefined) sizeMb = tmpfsSize(reader, value, size)
    else if (!GRANTED.has(option)) reader.fault(value, 'compose.unsupported', { name: option })
  }
  if (path !== null && sizeMb !== null) mounts.tmpfs.push({ path, sizeMb })
}

/** A host's folder: `./a`, `/a:/b`, `~/a`, `$HOME/a`, `C:\\a`. */
const HOST_PATH = /^([.~\\]|\$|[A-Za-z]:[\\/]|\/[^:]*:)/

/** Accepts only the instance's own volumes; other sources are host folders. */
function addVolume(reader: Reader, value: Value, mounts: Mounts, volume: ServiceSpec['volumes'][number]) {
  if (PART_NAME.test(volume.name)) mounts.volumes.push(volume)
  else reader.fault(value, 'compose.bind_mount', { value: volume.name })
}

/** `name:/path` or `name:/path:ro`. */
function shortVolume(reader: Reader, value: Value, mounts: Mounts): void {
  const text = reader.raw(value)
  if (text === null) return
  const [name = '', target, mode = 'rw', ...more] = text.split(':')
  if (HOST_PATH.test(text)) reader.fault(value, 'compose.bind_mount', { value: text })
  else if (target === undefined) reader.fault(value, 'compose.anonymous_volume', { value: text })
  else if (more.length > 0 || (mode !== 'rw' && mode !== 'ro'))
    reader.fault(value, 'compose.bad_value', { value: text })
  else {
    const path = readMountFolder(reader, value, target)
    if (path !== null) addVolume(reader, value, mounts, { name, path, readOnly: mode === 'ro' })
  }
}

function longVolume(reader: Reader, value: Value, mounts: Mounts): void {
  const written: { type: string; name: string | null; target: Value | null; readOnly: boolean } = {
    type: 'volume',
    name: null,
    target: null,
    readOnly: false
  }
  let sizeMb: number | null = COMPOSE_DEFAULTS.tmpfsMb
  const size = (one: Value) => {
    const text = reader.text(one)
    sizeMb = text === null ? null : tmpfsSize(reader, one, text)
  }
  reader.members(value, {
    known: {
      type: (one) => {
        written.type = reader.text(one) ?? written.type
      },
      source: (one) => {
        written.name = reader.raw(one)
      },
      target: (one) => {
        written.target = one
      },
      read_only: (one) => {
        written.readOnly = reader.truth(one) ?? false
      },
      tmpfs: (one) => reader.members(one, { known: { size }, unsupported: ['mode'] })
    },
    refused: { bind: 'compose.bind_mount' },
    unsupported: ['volume', 'consistency', 'image', 'cluster']
  })
  const { type, name, readOnly } = written
  const target = written.target && reader.text(written.target)
  const path = written.target && target !== null ? readMountFolder(reader, written.target, target) : null
  if (type === 'bind') reader.fault(value, 'compose.bind_mount', { value: name ?? '' })
  else if (type !== 'volume' && type !== 'tmpfs') reader.fault(value, 'compose.bad_value', { value: type })
  else if (written.target === null) reader.fault(value, 'compose.no_value', { name: 'target' })
  else if (path !== null && type === 'tmpfs') {
    if (sizeMb !== null) mounts.tmpfs.push({ path, sizeMb })
  } else if (path !== null && name === null) reader.fault(value, 'compose.anonymous_volume', { value: path })
  else if (path !== null && name !== null) addVolume(reader, value, mounts, { name, path, readOnly })
}

export function readTmpfs(reader: Reader, value: Value, mounts: Mounts): void {
  const list = isScalar(value.node) ? [value] : (reader.items(value) ?? [])
  for (const one of list) once(reader, one, mounts, shortTmpfs)
}

/** Adds the volumes to `mounts`, and returns the named ones with their places in the document. */
export function readVolumes(reader: Reader, value: Value, mounts: Mounts): { name: string; value: Value }[] {
  return (reader.items(value) ?? []).flatMap((one) => {
    const before = mounts.volumes.length
    once(reader, one, mounts, isScalar(one.node) ? shortVolume : longVolume)
    return mounts.volumes.slice(before).map(({ name }) => ({ name, value: one }))
  })
}

/** Two mounts on one folder would hide each other. */
function once(reader: Reader, value: Value, mounts: Mounts, read: typeof shortVolume): void {
  const own: Mounts = { tmpfs: [], volumes: [] }
  read(reader, value, own)
  const taken = [...mounts.tmpfs, ...mounts.volumes].map(({ path }) => path)
  const twice = [...own.tmpfs, ...own.volumes].find(({ path }) => taken.includes(path))
  if (twice) reader.fault(value, 'compose.duplicate', { name: twice.path })
  mounts.tmpfs.push(...own.tmpfs)
  mounts.volumes.push(...own.volumes)
}
