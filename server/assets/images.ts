import { readFile } from 'node:fs/promises'
import { createSemaphore } from '~/server/platform/concurrency/semaphore'
import { AppError, isAppError } from '~/server/platform/errors'
import { IMAGE_KINDS, type ImageKind } from './contract'
import { isImage, sniffMediaType } from './types'

/** Pixels of all frames together: 200 MB decoded. */
const MAX_PIXELS = 50_000_000
const MAX_FRAMES = 300
const SECONDS = 10
const LARGEST = 8 * 1024 * 1024
/** Pictures waiting, and animations, which take many times as long. */
const MAX_WAITING = 40
const MAX_ANIMATIONS_WAITING = 10

async function load() {
  const { default: sharp } = await import('sharp')
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}Buffer`)
  })
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}
type Sharp = Awaited<ReturnType<typeof load>>
let loaded: Promise<Sharp> | undefined

/** One of each kind at once, so that whoever sends animations keeps nobody's picture waiting. */
const pictures = createSemaphore(1, { waiting: MAX_WAITING, retryAfter: 2 })
const animations = createSemaphore(1, { waiting: MAX_ANIMATIONS_WAITING, retryAfter: 5 })
const refused = () => new AppError('file.store_failed')

async function encode(sharp: Sharp, content: Buffer, kind: ImageKind): Promise<Buffer> {
  const { width, height, enlarge } = IMAGE_KINDS[kind]
  const animated = sniffMediaType(content) === 'image/gif'
  const picture = sharp(content, { animated, limitInputPixels: MAX_PIXELS, failOn: 'error' })
  const { pages = 1, width: wide = 0, height: high = 0 } = await picture.metadata()
  if (pages > MAX_FRAMES || wide * high > MAX_PIXELS) throw refused()
  const sized = picture
    .timeout({ seconds: SECONDS })
    .autoOrient()
    .resize({ width, height, fit: 'inside', withoutEnlargement: !enlarge })
  return (animated ? sized.gif() : sized.webp({ quality: 85 })).toBuffer()
}

/**
 * PNG, JPEG, WebP and AVIF become WebP, a GIF stays animated; keeps only pixels. @throws AppError `file.store_failed`
 */
export async function reencode(path: string, kind: ImageKind): Promise<Buffer> {
  const content = await readFile(path)
  if (!isImage(sniffMediaType(content))) throw refused()
  loaded ??= load()
  const sharp = await loaded
  try {
    const isAnimated = sniffMediaType(content) === 'image/gif'
    const made = await (isAnimated ? animations : pictures)(() => encode(sharp, content, kind))
    if (made.length > LARGEST) throw refused()
    return made
  } catch (error) {
    throw isAppError(error) ? error : refused()
  }
}
