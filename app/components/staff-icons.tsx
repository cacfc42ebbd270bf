/** Icons of lucide (ISC licence) that only islands of staff show; pages of players do not load them. */
import { icon } from './icons'

export const BoldIcon = /* @__PURE__ */ icon(
  <path d="M6 12h9a4 4 0 0 1 0 8H7a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1h7a4 4 0 0 1 0 8" />
)
export const CodeIcon = /* @__PURE__ */ icon(<path d="m16 18 6-6-6-6M8 6l-6 6 6 6" />)
export const ImageIcon = /* @__PURE__ */ icon(
  <>
    <rect width="18" height="18" x="3" y="3" rx="2" ry="2" />
    <circle cx="9" cy="9" r="2" />
    <path d="m21 15-3.086-3.086a2 2 0 0 0-2.828 0L6 21" />
  </>
)
export const ItalicIcon = /* @__PURE__ */ icon(<path d="M19 4h-9M14 20H5M15 4 9 20" />)
export const RefreshIcon = /* @__PURE__ */ icon(
  <path d="M3 12a9 9 0 0 1 9-9 9.75 9.75 0 0 1 6.74 2.74L21 8M21 3v5h-5M21 12a9 9 0 0 1-9 9 9.75 9.75 0 0 1-6.74-2.74L3 16M8 16H3v5" />
)
export const UploadIcon = /* @__PURE__ */ icon(
  <path d="M12 3v12m5-7-5-5-5 5M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4" />
)
export const EyeOffIcon = /* @__PURE__ */ icon(
  <path d="M10.733 5.076a10.744 10.744 0 0 1 11.205 6.575 1 1 0 0 1 0 .696 10.747 10.747 0 0 1-1.444 2.49M14.084 14.158a3 3 0 0 1-4.242-4.242M17.479 17.499a10.75 10.75 0 0 1-15.417-5.151 1 1 0 0 1 0-.696 10.75 10.75 0 0 1 4.446-5.143M2 2l20 20" />
)
