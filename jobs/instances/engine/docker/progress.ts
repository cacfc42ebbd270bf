import type { PullProgress } from '../engine'

export interface PullLine {
  id?: string
  status?: string
  progressDetail?: { current?: number; total?: number }
  errorDetail?: { message?: string }
  error?: string
}

interface Layer {
  done: boolean
  current: number
  total: number
}

/** States of layers; other states belong to the image. */
const OF_LAYERS =
  /^(Pulling fs layer|Waiting|Downloading|Verifying Checksum|Download complete|Extracting|Pull complete|Already exists|Retrying in )/

/** Counts layers and downloaded bytes of a pull. A layer's size is known once its download begins. */
export function createTally() {
  const layers = new Map<string, Layer>()

  return {
    add({ id, status, progressDetail }: PullLine): boolean {
      if (!id || !status || !OF_LAYERS.test(status)) return false
      const layer = layers.get(id) ?? { done: false, current: 0, total: 0 }
      layers.set(id, layer)
      if (status === 'Downloading') {
        layer.current = progressDetail?.current ?? layer.current
        layer.total = Math.max(progressDetail?.total ?? 0, layer.total, layer.current)
      } else if (status === 'Pull complete' || status === 'Already exists') {
        layer.done = true
        layer.current = layer.total
      } else if (/^(Download complete|Verifying|Extracting)/.test(status)) {
        layer.current = layer.total
      }
      return true
    },
    state(): PullProgress {
      const all = [...layers.values()]
      const sum = (of: (layer: Layer) => number) => all.reduce((total, layer) => total + of(layer), 0)
      return {
        layersDone: all.filter(({ done }) => done).length,
        layersTotal: all.length,
        bytesDone: sum(({ current }) => current),
        bytesTotal: sum(({ total }) => total)
      }
    }
  }
}
