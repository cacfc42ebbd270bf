import { useCallback, useEffect, useState } from 'react'
import { call } from '~/app/islands/runtime/calls'
import { useGameSocket } from '~/app/islands/runtime/socket'
import type { CeremonyScene } from '~/server/freeze/ceremony/contract'

/** Milliseconds between two looks at the scene, while messages come and while they do not. */
const LIVE_LOOK = 15_000
const LOOK = 3000

/** The newer of two scenes: a ceremony that was started later, else a later act. */
export function newer(known: CeremonyScene | null, scene: CeremonyScene): CeremonyScene {
  if (!known || scene.started > known.started) return scene
  return scene.started === known.started && scene.version > known.version ? scene : known
}

/** What the ceremony of a game shows now: from messages, and asked for in between, since a message may be lost. */
export function useScene(gameId: number, first: CeremonyScene | null) {
  const [scene, setScene] = useState(first)
  const take = useCallback(
    (next: CeremonyScene | null) => setScene((known) => (next ? newer(known, next) : null)),
    []
  )
  const { connection, retry, heardAt } = useGameSocket({
    game: gameId,
    on: { ceremony: (message) => message.game === gameId && take(message.scene) }
  })
  const live = connection === 'live'
  useEffect(() => {
    const poll = () =>
      // What fails is asked for again by the next look.
      call<CeremonyScene | null>(`/api/game/${gameId}/ceremony`).then(take, () => {})
    // What was pushed while there was no line.
    if (live) void poll()
    const timer = setInterval(poll, live ? LIVE_LOOK : LOOK)
    return () => clearInterval(timer)
  }, [gameId, live, take])
  return { scene, connection, retry, heardAt }
}
