import type { ReactNode } from 'react'

interface MeterProps {
  value: ReactNode
  of: ReactNode
  /** Percent. */
  share: number
  /** Percent from which on the value matters; absent when there is no such limit. */
  tick?: number
  tone?: 'warn' | 'bad' | null
}

export function Meter({ value, of, share, tick, tone }: MeterProps) {
  const percent = (part: number) => `${Math.round(Math.min(100, Math.max(0, part)) * 10) / 10}%`
  return (
    <span className={tone ? `meter ${tone}` : 'meter'}>
      <span className="v">
        <b>{value}</b>
        <small>{of}</small>
      </span>
      <svg className="bar" aria-hidden="true" focusable="false">
        <rect className="track" width="100%" height="100%" />
        <rect className="fill" width={percent(share)} height="100%" />
        {tick !== undefined && <rect className="lim" x={percent(tick)} width="1" height="100%" />}
      </svg>
    </span>
  )
}

/** Colour of a share in percent: amber from 85, red from 95. */
export const toneOf = (share: number) => (share >= 95 ? 'bad' : share >= 85 ? 'warn' : null)
