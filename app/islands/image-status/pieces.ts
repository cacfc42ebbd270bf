import type { ImageView } from '~/server/engines/contract'

const ORDER: readonly ImageView['state'][] = ['ready', 'pulling', 'wanted', 'failed']

/** The image on the engine where it is furthest, which is enough to play; null when no engine knows it. */
export const furthest = (images: readonly ImageView[]): ImageView | null =>
  [...images].sort((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state))[0] ?? null

export function shortDigest(digest: string): string {
  const [, kind = '', hex = ''] = /([a-z0-9]+):([0-9a-f]+)$/i.exec(digest) ?? []
  return hex.length > 16 ? `${kind}:${hex.slice(0, 8)}…${hex.slice(-4)}` : digest
}

/** Percent that is pulled; null while the size is unknown. */
export function percentOf({ progress }: Pick<ImageView, 'progress'>): number | null {
  if (!progress) return null
  const { bytesDone, bytesTotal, layersDone, layersTotal } = progress
  const [done, total] = bytesTotal > 0 ? [bytesDone, bytesTotal] : [layersDone, layersTotal]
  return total > 0 ? Math.min(100, Math.floor((100 * done) / total)) : null
}

/** A port that the image exposes instead of `port`; null when it exposes that, or none. */
export function offeredPort(image: ImageView | null, port: number): number | null {
  const ports = image?.details?.ports ?? []
  return ports.includes(port) ? null : (ports[0] ?? null)
}
