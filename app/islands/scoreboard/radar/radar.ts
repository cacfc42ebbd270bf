type Point = readonly [x: number, y: number]

const tenth = (value: number) => Math.round(value * 10) / 10 + 0

/** Points on axes around the origin, the first at the top, clockwise. `reach`: distances. */
export function radarPoints(reach: readonly number[]): Point[] {
  return reach.map((far, index) => {
    const angle = (2 * Math.PI * index) / reach.length
    return [tenth(far * Math.sin(angle)), tenth(-far * Math.cos(angle))]
  })
}

export const pointsOf = (points: readonly Point[]): string => points.map((point) => point.join(',')).join(' ')

/** 0 to 1; 0 when nothing is available. */
export const shareOf = (points: number, of: number): number =>
  of > 0 ? Math.min(1, Math.max(0, points / of)) : 0
