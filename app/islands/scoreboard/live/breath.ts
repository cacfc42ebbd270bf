/** Milliseconds of work after which the browser gets to draw and to hear its reader. */
const SLICE = 12

/** A macrotask later; browsers make timers wait longer and longer when they follow each other. */
const turn = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })

/** For long work in slices: call it between them, and wait for what it answers. */
export function breather(): () => Promise<void> | undefined {
  let begun = performance.now()
  return () => {
    if (performance.now() - begun < SLICE) return
    return turn().then(() => {
      begun = performance.now()
    })
  }
}
