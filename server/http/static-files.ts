import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import sirv from 'sirv'

const YEAR = 31_536_000

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
    // sirv ignores a reader who leaves: the file would stay open, and an error would end the process.
    res.once('pipe', (file: Readable) => {
      file.on('error', () => res.destroy())
      res.once('close', () => file.destroy())
    })
    // Ranges are optional (RFC 9110, 14.2), and sirv misreads `-500` and `9-5`.
    delete req.headers.range
    serve(req, res, next)
  }
}
