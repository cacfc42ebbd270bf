/** The team id in `{name}:{id}:{32 hex}`; null when malformed (docs/rules/teams.md#invite-code). */
export function teamOf(code: string): number | null {
  const id = Number(/:(\d{1,10}):[0-9a-f]{32}\s*$/.exec(code)?.[1] ?? Number.NaN)
  return id <= 2_147_483_647 ? id : null
}

export const inviteLink = (origin: string, code: string) =>
  `${origin}/Teams?invite=${encodeURIComponent(code)}`
