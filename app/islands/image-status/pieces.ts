import type { ImageView } from '~/server/engines/contract'

/** From what tells most to what tells least: where one engine has it, it can be played. */
const ORDER: readonly ImageView['state'][] = ['ready', 'pulling', 'wanted', 'failed']

/** The image where it is furthest; null when no engine knows of it. */
export const furthest = (images: readonly ImageView[]): ImageView | null =>
  [...images].sort((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state))[0] ?? null

/** `sha256:4a9d07f1…b3c8` of a whole digest, with or without the name before it. */
export function shortDigest(digest: string): string {
  const [, kind = '', hex = ''] = /([a-z0-9]+):([0-9a-f]+)$/i.exec(digest) ?? []
  return hex.length > 16 ? `${kind}:${hex.slice(0, 8)}…${hex.slice(-4)}` : digest
}

/** How much of it has come, in percent; null while the registry has not said how much it is. */
export function percentOf({ progress }: Pick<ImageView, 'progress'>): number | null {
  if (!progress) return null
  const { bytesDone, bytesTotal, layersDone, layersTotal } = progress
  const [done, total] = bytesTotal > 0 ? [bytesDone, bytesTotal] : [layersDone, layersTotal]
  return total > 0 ? Math.min(100, Math.floor((100 * done) / total)) : null
}

/** A port that the image offers in place of `port`; null when it offers that, or none. */
export function offeredPort(image: ImageView | null, port: number): number | null {
  const ports = image?.details?.ports ?? []
  return ports.includes(port) ? null : (ports[0] ?? null)
}
