export const GAME_NAMESPACE = '/game'

/** Staff. Rechecks disconnect sockets that lost the role, as in /admin. */
export const MONITOR_NAMESPACE = '/monitor'

export const ADMIN_NAMESPACE = '/admin'
