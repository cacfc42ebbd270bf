/** A place in the drawing. */
export type Point = readonly [x: number, y: number]

const tenth = (value: number) => Math.round(value * 10) / 10 + 0

/**
 * Places of axes that stand evenly around the origin, the first at the top, then with the clock.
 * @param reach how far out on each axis, in units of the drawing; its length is the number of axes
 */
export function around(reach: readonly number[]): Point[] {
  return reach.map((far, index) => {
    const angle = (2 * Math.PI * index) / reach.length
    return [tenth(far * Math.sin(angle)), tenth(-far * Math.cos(angle))]
  })
}

/** What a polygon element wants. */
export const pointsOf = (points: readonly Point[]): string => points.map((point) => point.join(',')).join(' ')

/** Share of what can be had, 0 to 1; nothing to be had counts as nothing. */
export const shareOf = (points: number, of: number): number =>
  of > 0 ? Math.min(1, Math.max(0, points / of)) : 0
