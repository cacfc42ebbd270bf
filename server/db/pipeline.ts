/**
 * Awaits statements of one transaction that were sent together. Rejects with the error of the first that failed: the
 * ones sent after it report only that the transaction is aborted.
 */
export async function pipelined<T extends readonly unknown[]>(
  statements: T
): Promise<{ -readonly [I in keyof T]: Awaited<T[I]> }> {
  const settled = await Promise.allSettled(statements)
  const failed = settled.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
  return settled.map((one) => (one as PromiseFulfilledResult<unknown>).value) as {
    -readonly [I in keyof T]: Awaited<T[I]>
  }
}
