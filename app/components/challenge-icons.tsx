/** Icons of lucide (ISC licence) that of all islands only the challenges show; other pages of players do not load them. */
import { icon } from './icons'
export const ServerIcon = /* @__PURE__ */ icon(
  <>
    <rect width="20" height="8" x="2" y="2" rx="2" ry="2" />
    <rect width="20" height="8" x="2" y="14" rx="2" ry="2" />
    <path d="M6 6h.01M6 18h.01" />
  </>
)
export const ClockIcon = /* @__PURE__ */ icon(
  <>
    <path d="M12 6v6l4 2" />
    <circle cx="12" cy="12" r="10" />
  </>
)
export const LockIcon = /* @__PURE__ */ icon(
  <>
    <path d="M7 11V7a5 5 0 0 1 10 0v4" />
    <rect width="18" height="11" x="3" y="11" rx="2" ry="2" />
  </>
)
export const TerminalIcon = /* @__PURE__ */ icon(<path d="m4 17 6-6-6-6M12 19h8" />)
export const CircleDotIcon = /* @__PURE__ */ icon(
  <>
    <circle cx="12" cy="12" r="1" />
    <circle cx="12" cy="12" r="10" />
  </>
)
export const FilterIcon = /* @__PURE__ */ icon(<path d="M2 5h20M6 12h12M9 19h6" />)
