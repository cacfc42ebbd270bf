/** SQL: states that hold reserved resources. */
export const HOLDING = `('starting', 'ready', 'unhealthy', 'stopping', 'stuck')`
