import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import sirv from 'sirv'

const YEAR = 31_536_000

/** Serves the files of a folder as they are now; what is not among them goes to `next`. */
export function staticFiles(folder: string) {
  const serve = sirv(folder, {
    etag: true,
    gzip: true,
    brotli: true,
    dotfiles: false,
    setHeaders(res, path) {
      const forever = path.startsWith('/assets/') || path.startsWith('/fonts/')
      res.setHeader('Cache-Control', forever ? `public, max-age=${YEAR}, immutable` : 'public, max-age=3600')
    }
  })
  return (req: IncomingMessage, res: ServerResponse, next: () => void): void => {
    // sirv ignores the end of a reader: the file of one who left would stay open for good, and one gone ended the process.
    res.once('pipe', (file: Readable) => {
      file.on('error', () => res.destroy())
      res.once('close', () => file.destroy())
    })
    // Ranges are optional (RFC 9110, 14.2), and sirv does them wrong: it takes `-500` for the first bytes, and breaks off at `9-5`.
    delete req.headers.range
    serve(req, res, next)
  }
}
