/** `{name}:{id}:{32 hex}`, read from the right because names may contain colons. */
const CODE = /:(\d{1,10}):([0-9a-f]{32})\s*$/

export interface Invite {
  teamId: number
  token: string
}

export const inviteCode = (name: string, { teamId, token }: Invite) => `${name}:${teamId}:${token}`

/** Null for what is no invite code. The name before it is not compared. */
export function parseInvite(code: string): Invite | null {
  const match = CODE.exec(code)
  const teamId = Number(match?.[1])
  return match && teamId <= 2_147_483_647 ? { teamId, token: match[2]! } : null
}
