/** Seconds that a stroke rings. */
const RING = 1.6

/** Two strokes of a ship's bell. */
export function ring(context: AudioContext): void {
  for (const [hertz, after] of [
    [880, 0],
    [1318, 0.28]
  ] as const) {
    const at = context.currentTime + after
    const [tone, volume] = [context.createOscillator(), context.createGain()]
    tone.frequency.value = hertz
    volume.gain.value = 0.2
    volume.gain.setTargetAtTime(0, at, RING / 5)
    tone.connect(volume).connect(context.destination)
    tone.start(at)
    tone.stop(at + RING)
  }
}
