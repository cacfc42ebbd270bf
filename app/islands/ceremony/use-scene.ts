import { useCallback, useEffect, useState } from 'react'
import { fetchJson } from '~/app/islands/runtime/calls'
import { useGameSocket } from '~/app/islands/runtime/socket'
import type { CeremonyScene } from '~/server/freeze/ceremony/contract'

/** Milliseconds between two polls of the scene, with and without a socket. */
const LIVE_POLL_MS = 15_000
const POLL_MS = 3000

/** The newer of two scenes: of a ceremony that was started later, else with the later act. */
export function newerScene(known: CeremonyScene | null, scene: CeremonyScene): CeremonyScene {
  if (!known || scene.started > known.started) return scene
  return scene.started === known.started && scene.version > known.version ? scene : known
}

/** The ceremony's scene from pushes, and by polling, since a push may be lost. */
export function useScene(gameId: number, first: CeremonyScene | null) {
  const [scene, setScene] = useState(first)
  const take = useCallback(
    (next: CeremonyScene | null) => setScene((known) => (next ? newerScene(known, next) : null)),
    []
  )
  const { connection, retry, heardAt } = useGameSocket({
    game: gameId,
    on: { ceremony: (message) => message.game === gameId && take(message.scene) }
  })
  const live = connection === 'live'
  useEffect(() => {
    const poll = () =>
      // The next poll repeats what failed.
      fetchJson<CeremonyScene | null>(`/api/game/${gameId}/ceremony`).then(take, () => {})
    // Fetches changes that were pushed while the socket was closed.
    if (live) void poll()
    const timer = setInterval(poll, live ? LIVE_POLL_MS : POLL_MS)
    return () => clearInterval(timer)
  }, [gameId, live, take])
  return { scene, connection, retry, heardAt }
}
