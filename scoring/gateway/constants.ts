/** Namespace of everybody who may see the game. */
export const GAME_NAMESPACE = '/game'

/** Namespace of staff: Monitor and Admin. Sockets are cut when that ends. */
export const MONITOR_NAMESPACE = '/monitor'

/** Namespace of administrators. Sockets are cut when that ends. */
export const ADMIN_NAMESPACE = '/admin'
