/** Of `{name}:{id}:{32 hex}`; null when malformed (docs/rules/teams.md#invite-code). */
export function teamOf(code: string): number | null {
  const id = Number(/:(\d{1,10}):[0-9a-f]{32}\s*$/.exec(code)?.[1] ?? Number.NaN)
  return id <= 2_147_483_647 ? id : null
}

/** Where links start: the address that players use, else the one of this request. */
export const originOf = (url: URL, publicUrl: string | null | undefined) =>
  publicUrl ? new URL(publicUrl).origin : url.origin

export const inviteLink = (origin: string, code: string) =>
  `${origin}/Teams?invite=${encodeURIComponent(code)}`
