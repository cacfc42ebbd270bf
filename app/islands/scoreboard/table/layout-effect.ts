import { useEffect, useLayoutEffect } from 'react'

/** Before the browser paints; on the server, where nothing is painted, nothing and no warning. */
export const useBrowserLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect
