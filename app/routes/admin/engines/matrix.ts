import type { ImageView } from '~/server/engines/contract'

export type UsedImage = ImageView & { challenges: { id: number; gameId: number; title: string }[] }

export interface ImageLine {
  reference: string
  challenges: UsedImage['challenges']
  /** Images by engine address. */
  on: Record<string, ImageView>
  /** The digest on the first engine that has it; null for none. */
  digest: string | null
  /** Likewise; the image's size. */
  bytes: number | null
}

export function linesOf(images: readonly UsedImage[]): ImageLine[] {
  const lines = new Map<string, ImageLine>()
  for (const { challenges, ...image } of images) {
    const line = lines.get(image.reference) ?? {
      reference: image.reference,
      challenges,
      on: {},
      digest: null,
      bytes: null
    }
    line.on[image.engine] = image
    line.digest ??= image.digest
    line.bytes ??= image.details?.bytes ?? null
    lines.set(image.reference, line)
  }
  return [...lines.values()]
}
