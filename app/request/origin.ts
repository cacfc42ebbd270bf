/** Where links to pass on start: the address that players use, else the one of this request. */
export const originOf = (url: URL, publicUrl: string | null | undefined) =>
  publicUrl ? new URL(publicUrl).origin : url.origin
