import type { Client } from 'openapi-fetch'
import type { paths } from './api.js'

export type { components, operations, paths } from './api.js'

/** A refusal, or a failure of the platform. */
export declare class HalyardError extends Error {
  /** Of HTTP. */
  readonly status: number
  /** Stays the same in all languages and versions; empty when something before the platform answered. */
  readonly code: string
  /** Other members of the answer, such as `field`. */
  readonly details: Record<string, unknown>
}

export interface ClientOptions {
  /** Where the platform is, such as `https://ctf.example.org`. */
  url: string
  /** An API token; absent: a visitor. */
  token?: string
  /** Of sentences, such as `de-DE`; English when absent. */
  language?: string
  fetch?: (request: Request) => Promise<Response>
}

/** `GET`, `POST` and so on by path, with what each call takes and answers. They throw HalyardError. */
export declare function createClient(options: ClientOptions): Client<paths>
