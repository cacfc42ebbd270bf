/** Rejects when `promise` has not settled after `timeout` milliseconds. */
export function withTimeout<T>(timeout: number, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${timeout} ms`)), timeout)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
