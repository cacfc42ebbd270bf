import { buffer } from 'node:stream/consumers'
import type { Drawing, Shape } from './drawing'

function draw(doc: PDFKit.PDFDocument, { d, fill, stroke, at }: Shape): void {
  doc.save()
  if (at) doc.transform(...at)
  doc.path(d)
  if (stroke) doc.lineWidth(stroke.width)
  if (fill && stroke) doc.fillAndStroke(fill, stroke.colour)
  else if (fill) doc.fill(fill)
  else doc.stroke(stroke?.colour)
  doc.restore()
}

/** The drawing as one page, whose words are its alternative text. `at`: the date in its properties. */
export async function pdfOf(
  { width, height, words, language, shapes }: Drawing,
  title: string,
  at: Date
): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit')
  const doc = new PDFDocument({
    size: [width, height],
    margin: 0,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: language,
    info: { Title: title, Creator: 'Halyard', CreationDate: at }
  })
  const content = buffer(doc as unknown as NodeJS.ReadableStream)
  const figure = doc.struct('Figure', { alt: words }, () => {
    for (const shape of shapes) draw(doc, shape)
  })
  doc.addStructure(figure)
  figure.end()
  doc.end()
  return content
}
