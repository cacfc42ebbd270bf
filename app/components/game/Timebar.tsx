import type { ReactNode } from 'react'
import { DAY_MS, HOUR_MS } from '~/server/platform/time'

const MAX_TICKS = 60

export type Phase = 'upcoming' | 'running' | 'last-hour' | 'ended'

/** The phase of a span `[start, end)` at `now`; all Unix milliseconds. */
export function phaseOf(start: number, end: number, now: number): Phase {
  if (now < start) return 'upcoming'
  if (now >= end) return 'ended'
  return end - now <= HOUR_MS ? 'last-hour' : 'running'
}

/** Text key of a phase; a game that is over may be open for practice. */
export const phaseKey = (phase: Phase, practice: boolean) =>
  phase === 'ended' && practice ? 'games:phase.practice' : `games:phase.${phase}`

/** Elapsed share of `[start, end)`, in percent with one decimal. */
export function elapsed(start: number, end: number, now: number): number {
  const share = Math.min(1, Math.max(0, (now - start) / (end - start)))
  return Math.round(share * 1000) / 10
}

/** Percents of every hour, or every day; none when there are too many. */
function ticks(start: number, end: number): number[] {
  const step = [HOUR_MS, DAY_MS].find((unit) => (end - start) / unit <= MAX_TICKS)
  if (!step) return []
  const count = Math.ceil((end - start) / step) - 1
  return Array.from({ length: count }, (_, index) => ((index + 1) * step * 100) / (end - start))
}

interface TimebarProps {
  start: number
  end: number
  now: number
  label: string
  ends?: [ReactNode, ReactNode]
  /** Unix milliseconds of later events within the span. */
  marks?: number[]
  children?: ReactNode
}

export function Timebar({ start, end, now, label, ends, marks = [], children }: TimebarProps) {
  const at = `${elapsed(start, end, now)}%`
  return (
    <div className="timebar" data-phase={phaseOf(start, end, now)}>
      <svg role="img" aria-label={label} focusable="false">
        <rect className="rope" y="14" width="100%" height="3" />
        <rect className="run" y="14" width={at} height="3" />
        {ticks(start, end).map((x) => (
          <line key={x} className="tick" x1={`${x.toFixed(2)}%`} x2={`${x.toFixed(2)}%`} y1="13" y2="18" />
        ))}
        {marks.map((mark) => (
          <rect
            key={mark}
            className="mark-at"
            x={`${elapsed(start, end, mark)}%`}
            y="10.5"
            width="3"
            height="10"
          />
        ))}
        <svg x={at} overflow="visible" aria-hidden="true">
          <line className="pole" x1="0" x2="0" y1="1" y2="18" />
          <path className="mark" d="M1 1h11l-3.2 3.5L12 8H1z" />
        </svg>
      </svg>
      {ends && (
        <div className="ends">
          <span>{ends[0]}</span>
          <span>{ends[1]}</span>
        </div>
      )}
      {children}
    </div>
  )
}
