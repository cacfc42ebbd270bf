/** Icons of categories alone, from lucide (ISC licence). */
import { icon } from '../icons'

export const BinaryIcon = /* @__PURE__ */ icon(
  <>
    <path d="M6 20h4M14 10h4M6 14h2v6M14 4h2v6" />
    <rect x="14" y="14" width="4" height="6" rx="2" />
    <rect x="6" y="4" width="4" height="6" rx="2" />
  </>
)
export const BlocksIcon = /* @__PURE__ */ icon(
  <>
    <path d="M10 22V7a1 1 0 0 0-1-1H4a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-5a1 1 0 0 0-1-1H2" />
    <rect x="14" y="2" width="8" height="8" rx="1" />
  </>
)
export const BracesIcon = /* @__PURE__ */ icon(
  <path d="M8 3H7a2 2 0 0 0-2 2v5a2 2 0 0 1-2 2 2 2 0 0 1 2 2v5c0 1.1.9 2 2 2h1M16 21h1a2 2 0 0 0 2-2v-5c0-1.1.9-2 2-2a2 2 0 0 1-2-2V5a2 2 0 0 0-2-2h-1" />
)
export const BrainCircuitIcon = /* @__PURE__ */ icon(
  <path d="M12 13h4M12 18h6a2 2 0 012 2v1M12 8h8M12 9a4.17 4.17 0 01-3 4M16 8V5a2 2 0 012-2M6 18a4 4 0 01-2-7.465M6.004 5.125a4 4 0 00-2.526 5.77M6.294 6.294A3 3 0 1112 5v13a4 4 0 11-7.967-.518M16 13h.01M18 3h.01M20 21h.01M20 8h.01" />
)
export const BugIcon = /* @__PURE__ */ icon(
  <path d="M12 20v-9M14 7a4 4 0 0 1 4 4v3a6 6 0 0 1-12 0v-3a4 4 0 0 1 4-4zM14.12 3.88 16 2M21 21a4 4 0 0 0-3.81-4M21 5a4 4 0 0 1-3.55 3.97M22 13h-4M3 21a4 4 0 0 1 3.81-4M3 5a4 4 0 0 0 3.55 3.97M6 13H2M8 2l1.88 1.88M9 7.13V6a3 3 0 1 1 6 0v1.13" />
)
export const CpuIcon = /* @__PURE__ */ icon(
  <>
    <path d="M12 20v2M12 2v2M17 20v2M17 2v2M2 12h2M2 17h2M2 7h2M20 12h2M20 17h2M20 7h2M7 20v2M7 2v2" />
    <rect x="4" y="4" width="16" height="16" rx="2" />
    <rect x="8" y="8" width="8" height="8" rx="1" />
  </>
)
export const CrosshairIcon = /* @__PURE__ */ icon(
  <path d="M22 12L18 12M6 12L2 12M12 6L12 2M12 22L12 18M2 12a10 10 0 1 0 20 0a10 10 0 1 0-20 0" />
)
export const FingerprintIcon = /* @__PURE__ */ icon(
  <path d="M12 10a2 2 0 0 0-2 2c0 1.02-.1 2.51-.26 4M14 13.12c0 2.38 0 6.38-1 8.88M17.29 21.02c.12-.6.43-2.3.5-3.02M2 12a10 10 0 0 1 18-6M2 16h.01M21.8 16c.2-2 .131-5.354 0-6M5 19.5C5.5 18 6 15 6 12a6 6 0 0 1 .34-2M8.65 22c.21-.66.45-1.32.57-2M9 6.8a6 6 0 0 1 9 5.2v2" />
)
export const GlobeIcon = /* @__PURE__ */ icon(
  <path d="M12 2a14.5 14.5 0 0 0 0 20 14.5 14.5 0 0 0 0-20M2 12h20M2 12a10 10 0 1 0 20 0a10 10 0 1 0-20 0" />
)
export const RadarIcon = /* @__PURE__ */ icon(
  <path d="M19.07 4.93A10 10 0 0 0 6.99 3.34M4 6h.01M2.29 9.62A10 10 0 1 0 21.31 8.35M16.24 7.76A6 6 0 1 0 8.23 16.67M12 18h.01M17.99 11.66A6 6 0 0 1 15.77 16.67M13.41 10.59l5.66-5.66M10 12a2 2 0 1 0 4 0a2 2 0 1 0-4 0" />
)
export const ShapesIcon = /* @__PURE__ */ icon(
  <>
    <path d="M8.3 10a.7.7 0 0 1-.626-1.079L11.4 3a.7.7 0 0 1 1.198-.043L16.3 8.9a.7.7 0 0 1-.572 1.1ZM14 17.5a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0" />
    <rect x="3" y="14" width="7" height="7" rx="1" />
  </>
)
export const SmartphoneIcon = /* @__PURE__ */ icon(
  <>
    <path d="M12 18h.01" />
    <rect width="14" height="20" x="5" y="2" rx="2" ry="2" />
  </>
)
