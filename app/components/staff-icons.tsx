/** Icons of lucide (ISC licence) that only islands of staff show; pages of players do not load them. */
import { icon } from './icons'

export const BoldIcon = /* @__PURE__ */ icon(
  <path d="M6 12h9a4 4 0 0 1 0 8H7a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1h7a4 4 0 0 1 0 8" />
)
export const CodeIcon = /* @__PURE__ */ icon(<path d="m16 18 6-6-6-6M8 6l-6 6 6 6" />)
export const HeartPulseIcon = /* @__PURE__ */ icon(
  <>
    <path d="M2 9.5a5.5 5.5 0 0 1 9.591-3.676.56.56 0 0 0 .818 0A5.49 5.49 0 0 1 22 9.5c0 2.29-1.5 4-3 5.5l-5.492 5.313a2 2 0 0 1-3 .019L5 15c-1.5-1.5-3-3.2-3-5.5" />
    <path d="M3.22 13H9.5l.5-1 2 4.5 2-7 1.5 3.5h5.27" />
  </>
)
export const ImageIcon = /* @__PURE__ */ icon(
  <>
    <rect width="18" height="18" x="3" y="3" rx="2" ry="2" />
    <circle cx="9" cy="9" r="2" />
    <path d="m21 15-3.086-3.086a2 2 0 0 0-2.828 0L6 21" />
  </>
)
export const ItalicIcon = /* @__PURE__ */ icon(<path d="M19 4h-9M14 20H5M15 4 9 20" />)
export const LoaderIcon = /* @__PURE__ */ icon(
  <path d="M12 2v4m4.2 1.8 2.9-2.9M18 12h4m-5.8 4.2 2.9 2.9M12 18v4m-7.1-2.9 2.9-2.9M2 12h4M4.9 4.9l2.9 2.9" />
)
export const RefreshIcon = /* @__PURE__ */ icon(
  <path d="M3 12a9 9 0 0 1 9-9 9.75 9.75 0 0 1 6.74 2.74L21 8M21 3v5h-5M21 12a9 9 0 0 1-9 9 9.75 9.75 0 0 1-6.74-2.74L3 16M8 16H3v5" />
)
export const ScaleIcon = /* @__PURE__ */ icon(
  <path d="M12 3v18m7-13 3 8a5 5 0 0 1-6 0zV7M3 7h1a17 17 0 0 0 8-2 17 17 0 0 0 8 2h1M5 8l3 8a5 5 0 0 1-6 0zV7M7 21h10" />
)
export const UploadIcon = /* @__PURE__ */ icon(
  <path d="M12 3v12m5-7-5-5-5 5M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4" />
)
