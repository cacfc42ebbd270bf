/** `promise`, or a rejection when it has not settled after `patience` milliseconds. */
export function within<T>(patience: number, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${patience} ms`)), patience)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
