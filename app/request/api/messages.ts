import type { Readable } from 'node:stream'

/** A request independent of node:http and Remix. */
export interface ApiRequest {
  method: string
  /** The path without the query. */
  path: string
  params: Readonly<Record<string, string | undefined>>
  query: URLSearchParams
  /** A header by lowercase name; null when absent. */
  header(name: string): string | null
  /** The whole body, at most `limit` bytes. @throws AppError `request.too_large` 413. */
  body(limit: number): Promise<Buffer>
  /** Does long work, whose signal says when the client has disconnected. */
  whileConnected<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>
}

/** A response independent of its transport. */
export interface ApiReply {
  status: number
  headers: Record<string, string | string[]>
  /** A stream is sent as it comes, and destroyed when the client disconnects. */
  body: Buffer | string | Readable | null
}
