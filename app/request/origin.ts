/** The origin of links to pass on: the address that players use, else that of this request. */
export const originOf = (url: URL, publicUrl: string | null | undefined) =>
  publicUrl ? new URL(publicUrl).origin : url.origin
