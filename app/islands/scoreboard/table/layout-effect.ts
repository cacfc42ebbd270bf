import { useEffect, useLayoutEffect } from 'react'

/** A layout effect in the browser; on a server React warns of those. */
export const useBrowserLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect
