import { hash } from 'node:crypto'

/**
 * SHA-256 as hex: names contents, and stores random tokens so that a copy of the database opens nothing.
 * Not for passwords or other secrets that people choose, which a fast hash lets anybody guess.
 */
export const sha256Hex = (content: string | Uint8Array): string => hash('sha256', content)

/** What `sha256Hex` returns: 64 digits, in lower case. */
export const SHA256_HEX = /^[0-9a-f]{64}$/
