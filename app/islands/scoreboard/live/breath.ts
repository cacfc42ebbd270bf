/** Milliseconds of work between pauses for drawing and input. */
const SLICE = 12

/** A macrotask; nested timers would be delayed. */
const macrotask = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })

/** For long work: call it between slices and await its result. */
export function createYielder(): () => Promise<void> | undefined {
  let begun = performance.now()
  return () => {
    if (performance.now() - begun < SLICE) return
    return macrotask().then(() => {
      begun = performance.now()
    })
  }
}
