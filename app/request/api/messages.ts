import type { Readable } from 'node:stream'

/** A request without its transport, so that one definition serves node:http and Remix. */
export interface ApiRequest {
  method: string
  /** Without the query. */
  path: string
  params: Record<string, string | undefined>
  query: URLSearchParams
  /** Header by lowercase name; null when absent. */
  header(name: string): string | null
  /** The whole body, at most `limit` bytes. @throws AppError `request.too_large` 413. */
  body(limit: number): Promise<Buffer>
}

/** An answer without its transport. */
export interface ApiReply {
  status: number
  headers: Record<string, string | string[]>
  /** A stream is sent piece by piece as it comes; it is destroyed when the client goes away. */
  body: Buffer | string | Readable | null
}
