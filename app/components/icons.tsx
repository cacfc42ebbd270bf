/** Icons from lucide (ISC licence), one component each, so that islands bundle only those they show. */
import type { JSX, ReactNode } from 'react'

interface IconProps {
  className?: string
}

export type Icon = (props: IconProps) => JSX.Element

/** Makes an icon from the inside of its svg element. */
export function icon(shape: ReactNode): Icon {
  return ({ className }) => (
    <svg
      className={className ? `icon ${className}` : 'icon'}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {shape}
    </svg>
  )
}

export const ActivityIcon = /* @__PURE__ */ icon(
  <path d="M22 12h-2.48a2 2 0 0 0-1.93 1.46l-2.35 8.36a.25.25 0 0 1-.48 0L9.24 2.18a.25.25 0 0 0-.48 0l-2.35 8.36A2 2 0 0 1 4.49 12H2" />
)
export const ArrowUpIcon = /* @__PURE__ */ icon(<path d="M12 19V5m-7 7 7-7 7 7" />)
export const ArrowDownIcon = /* @__PURE__ */ icon(<path d="M12 5v14m-7-7 7 7 7-7" />)
export const ArrowRightIcon = /* @__PURE__ */ icon(<path d="M5 12h14m-7-7 7 7-7 7" />)
export const BanIcon = /* @__PURE__ */ icon(
  <>
    <path d="M4.929 4.929 19.07 19.071" />
    <circle cx="12" cy="12" r="10" />
  </>
)
export const BellIcon = /* @__PURE__ */ icon(
  <path d="M10.3 21a2 2 0 0 0 3.4 0M4 17h16c-1.3-1.6-2-3.4-2-6V9a6 6 0 0 0-12 0v2c0 2.6-.7 4.4-2 6z" />
)
export const BoxIcon = /* @__PURE__ */ icon(
  <>
    <path d="M21 8a2 2 0 0 0-1-1.73l-7-4a2 2 0 0 0-2 0l-7 4A2 2 0 0 0 3 8v8a2 2 0 0 0 1 1.73l7 4a2 2 0 0 0 2 0l7-4A2 2 0 0 0 21 16Z" />
    <path d="m3.3 7 8.7 5 8.7-5M12 22V12" />
  </>
)
export const StarIcon = /* @__PURE__ */ icon(
  <path d="m12 2.8 2.84 5.76 6.36.92-4.6 4.48 1.09 6.33L12 17.3l-5.69 2.99 1.09-6.33-4.6-4.48 6.36-.92z" />
)
export const CheckIcon = /* @__PURE__ */ icon(<path d="M20 6 9 17l-5-5" />)
export const ChevronDownIcon = /* @__PURE__ */ icon(<path d="m6 9 6 6 6-6" />)
export const ChevronLeftIcon = /* @__PURE__ */ icon(<path d="m15 18-6-6 6-6" />)
export const ChevronRightIcon = /* @__PURE__ */ icon(<path d="m9 18 6-6-6-6" />)
export const CircleIcon = /* @__PURE__ */ icon(<circle cx="12" cy="12" r="10" />)
export const CircleAlertIcon = /* @__PURE__ */ icon(
  <>
    <path d="M12 8L12 12M12 16L12.01 16" />
    <circle cx="12" cy="12" r="10" />
  </>
)
export const CircleCheckIcon = /* @__PURE__ */ icon(
  <>
    <path d="m16 9-5.5 5.5L8 12" />
    <circle cx="12" cy="12" r="10" />
  </>
)
export const CircleDashedIcon = /* @__PURE__ */ icon(
  <path d="M10.1 2.182a10 10 0 0 1 3.8 0M13.9 21.818a10 10 0 0 1-3.8 0M17.609 3.721a10 10 0 0 1 2.69 2.7M2.182 13.9a10 10 0 0 1 0-3.8M20.279 17.609a10 10 0 0 1-2.7 2.69M21.818 10.1a10 10 0 0 1 0 3.8M3.721 6.391a10 10 0 0 1 2.7-2.69M6.391 20.279a10 10 0 0 1-2.69-2.7" />
)
export const CirclePlusIcon = /* @__PURE__ */ icon(
  <>
    <path d="M8 12h8M12 8v8" />
    <circle cx="12" cy="12" r="10" />
  </>
)
export const CircleXIcon = /* @__PURE__ */ icon(
  <>
    <path d="m15 9-6 6M9 9l6 6" />
    <circle cx="12" cy="12" r="10" />
  </>
)
export const CopyIcon = /* @__PURE__ */ icon(
  <>
    <path d="M4 16c-1.1 0-2-.9-2-2V4c0-1.1.9-2 2-2h10c1.1 0 2 .9 2 2" />
    <rect width="14" height="14" x="8" y="8" rx="2" ry="2" />
  </>
)
export const CrownIcon = /* @__PURE__ */ icon(
  <path d="M11.562 3.266a.5.5 0 0 1 .876 0L15.39 8.87a1 1 0 0 0 1.516.294L21.183 5.5a.5.5 0 0 1 .798.519l-2.834 10.246a1 1 0 0 1-.956.734H5.81a1 1 0 0 1-.957-.734L2.02 6.02a.5.5 0 0 1 .798-.519l4.276 3.664a1 1 0 0 0 1.516-.294zM5 21h14" />
)
export const EllipsisIcon = /* @__PURE__ */ icon(
  <g fill="currentColor" stroke="none">
    <circle cx="5" cy="12" r="1.75" />
    <circle cx="12" cy="12" r="1.75" />
    <circle cx="19" cy="12" r="1.75" />
  </g>
)
export const ExternalLinkIcon = /* @__PURE__ */ icon(
  <path d="M15 3h6v6M10 14 21 3M18 13v6a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2h6" />
)
export const EyeIcon = /* @__PURE__ */ icon(
  <>
    <path d="M2.062 12.348a1 1 0 0 1 0-.696 10.75 10.75 0 0 1 19.876 0 1 1 0 0 1 0 .696 10.75 10.75 0 0 1-19.876 0" />
    <circle cx="12" cy="12" r="3" />
  </>
)
export const FileArchiveIcon = /* @__PURE__ */ icon(
  <>
    <path d="M13.659 22H18a2 2 0 0 0 2-2V8a2.4 2.4 0 0 0-.706-1.706l-3.588-3.588A2.4 2.4 0 0 0 14 2H6a2 2 0 0 0-2 2v11.5M14 2v5a1 1 0 0 0 1 1h5M8 12v-1M8 18v-2M8 7V6" />
    <circle cx="8" cy="20" r="2" />
  </>
)
export const FileTextIcon = /* @__PURE__ */ icon(
  <path d="M6 22a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h8a2.4 2.4 0 0 1 1.704.706l3.588 3.588A2.4 2.4 0 0 1 20 8v12a2 2 0 0 1-2 2zM14 2v5a1 1 0 0 0 1 1h5M10 9H8M16 13H8M16 17H8" />
)
export const FlagIcon = /* @__PURE__ */ icon(
  <path d="M4 22V4a1 1 0 0 1 .4-.8A6 6 0 0 1 8 2c3 0 5 2 7.333 2q2 0 3.067-.8A1 1 0 0 1 20 4v10a1 1 0 0 1-.4.8A6 6 0 0 1 16 16c-3 0-5-2-8-2a6 6 0 0 0-4 1.528" />
)
export const HistoryIcon = /* @__PURE__ */ icon(
  <path d="M3 12a9 9 0 1 0 9-9 9.75 9.75 0 0 0-6.74 2.74L3 8M3 3v5h5M12 7v5l4 2" />
)
export const HourglassIcon = /* @__PURE__ */ icon(
  <path d="M5 22h14M5 2h14M17 22v-4.172a2 2 0 0 0-.586-1.414L12 12l-4.414 4.414A2 2 0 0 0 7 17.828V22M7 2v4.172a2 2 0 0 0 .586 1.414L12 12l4.414-4.414A2 2 0 0 0 17 6.172V2" />
)
export const InboxIcon = /* @__PURE__ */ icon(
  <>
    <path d="M5.45 5.11 2 12v6a2 2 0 0 0 2 2h16a2 2 0 0 0 2-2v-6l-3.45-6.89A2 2 0 0 0 16.76 4H7.24a2 2 0 0 0-1.79 1.11z" />
    <polyline points="22 12 16 12 14 15 10 15 8 12 2 12" />
  </>
)
export const InfoIcon = /* @__PURE__ */ icon(
  <>
    <path d="M12 16v-4M12 8h.01" />
    <circle cx="12" cy="12" r="10" />
  </>
)
export const KeyRoundIcon = /* @__PURE__ */ icon(
  <>
    <path d="M2.586 17.414A2 2 0 0 0 2 18.828V21a1 1 0 0 0 1 1h3a1 1 0 0 0 1-1v-1a1 1 0 0 1 1-1h1a1 1 0 0 0 1-1v-1a1 1 0 0 1 1-1h.172a2 2 0 0 0 1.414-.586l.814-.814a6.5 6.5 0 1 0-4-4z" />
    <circle cx="16.5" cy="7.5" r=".5" fill="currentColor" />
  </>
)
export const LanguagesIcon = /* @__PURE__ */ icon(
  <path d="m5 8 6 6M4 14l6-6 2-3M2 5h12M7 2h1M22 22l-5-10-5 10M14 18h6" />
)
export const LightbulbIcon = /* @__PURE__ */ icon(
  <path d="M15 14c.2-1 .7-1.7 1.5-2.5 1-.9 1.5-2.2 1.5-3.5A6 6 0 0 0 6 8c0 1 .2 2.2 1.5 3.5.7.7 1.3 1.5 1.5 2.5M9 18h6M10 22h4" />
)
export const LinkIcon = /* @__PURE__ */ icon(
  <path d="M10 13a5 5 0 0 0 7.54.54l3-3a5 5 0 0 0-7.07-7.07l-1.72 1.71M14 11a5 5 0 0 0-7.54-.54l-3 3a5 5 0 0 0 7.07 7.07l1.71-1.71" />
)
export const ListIcon = /* @__PURE__ */ icon(<path d="M3 5h.01M3 12h.01M3 19h.01M8 5h13M8 12h13M8 19h13" />)
export const LogOutIcon = /* @__PURE__ */ icon(
  <path d="m16 17 5-5-5-5M21 12H9M9 21H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h4" />
)
export const MegaphoneIcon = /* @__PURE__ */ icon(
  <path d="M11 6a13 13 0 0 0 8.4-2.8A1 1 0 0 1 21 4v12a1 1 0 0 1-1.6.8A13 13 0 0 0 11 14H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2zM6 14a12 12 0 0 0 2.4 7.2 2 2 0 0 0 3.2-2.4A8 8 0 0 1 10 14M8 6v8" />
)
export const MenuIcon = /* @__PURE__ */ icon(<path d="M4 5h16M4 12h16M4 19h16" />)
export const MinimizeIcon = /* @__PURE__ */ icon(
  <path d="M8 3v3a2 2 0 0 1-2 2H3m18 0h-3a2 2 0 0 1-2-2V3M3 16h3a2 2 0 0 1 2 2v3m8 0v-3a2 2 0 0 1 2-2h3" />
)
export const MonitorIcon = /* @__PURE__ */ icon(
  <>
    <rect width="20" height="14" x="2" y="3" rx="2" />
    <path d="M8 21h8m-4-4v4" />
  </>
)
export const MoonIcon = /* @__PURE__ */ icon(
  <path d="M20.985 12.486a9 9 0 1 1-9.473-9.472c.405-.022.617.46.402.803a6 6 0 0 0 8.268 8.268c.344-.215.825-.004.803.401" />
)
export const NetworkIcon = /* @__PURE__ */ icon(
  <>
    <rect x="16" y="16" width="6" height="6" rx="1" />
    <rect x="2" y="16" width="6" height="6" rx="1" />
    <rect x="9" y="2" width="6" height="6" rx="1" />
    <path d="M5 16v-3a1 1 0 0 1 1-1h12a1 1 0 0 1 1 1v3M12 12V8" />
  </>
)
export const PauseIcon = /* @__PURE__ */ icon(
  <>
    <rect width="5" height="18" x="14" y="3" rx="1" />
    <rect width="5" height="18" x="5" y="3" rx="1" />
  </>
)
export const PencilIcon = /* @__PURE__ */ icon(
  <path d="M21.174 6.812a1 1 0 0 0-3.986-3.987L3.842 16.174a2 2 0 0 0-.5.83l-1.321 4.352a.5.5 0 0 0 .623.622l4.353-1.32a2 2 0 0 0 .83-.497zM15 5l4 4" />
)
export const PinIcon = /* @__PURE__ */ icon(
  <path d="M12 17v5M9 10.76a2 2 0 0 1-1.11 1.79l-1.78.9A2 2 0 0 0 5 15.24V16a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1v-.76a2 2 0 0 0-1.11-1.79l-1.78-.9A2 2 0 0 1 15 10.76V7a1 1 0 0 1 1-1 2 2 0 0 0 0-4H8a2 2 0 0 0 0 4 1 1 0 0 1 1 1z" />
)
export const PlayIcon = /* @__PURE__ */ icon(
  <path d="M5 5a2 2 0 0 1 3.008-1.728l11.997 6.998a2 2 0 0 1 .003 3.458l-12 7A2 2 0 0 1 5 19z" />
)
export const PlusIcon = /* @__PURE__ */ icon(<path d="M5 12h14M12 5v14" />)
export const RotateCcwIcon = /* @__PURE__ */ icon(
  <path d="M3 12a9 9 0 1 0 9-9 9.75 9.75 0 0 0-6.74 2.74L3 8M3 3v5h5" />
)
export const ScanEyeIcon = /* @__PURE__ */ icon(
  <>
    <path d="M3 7V5a2 2 0 0 1 2-2h2M17 3h2a2 2 0 0 1 2 2v2M21 17v2a2 2 0 0 1-2 2h-2M7 21H5a2 2 0 0 1-2-2v-2" />
    <circle cx="12" cy="12" r="1" />
    <path d="M18.944 12.33a1 1 0 0 0 0-.66 7.5 7.5 0 0 0-13.888 0 1 1 0 0 0 0 .66 7.5 7.5 0 0 0 13.888 0" />
  </>
)
export const SearchIcon = /* @__PURE__ */ icon(
  <>
    <path d="m21 21-4.34-4.34" />
    <circle cx="11" cy="11" r="8" />
  </>
)
export const SettingsIcon = /* @__PURE__ */ icon(
  <>
    <path d="M9.671 4.136a2.34 2.34 0 0 1 4.659 0 2.34 2.34 0 0 0 3.319 1.915 2.34 2.34 0 0 1 2.33 4.033 2.34 2.34 0 0 0 0 3.831 2.34 2.34 0 0 1-2.33 4.033 2.34 2.34 0 0 0-3.319 1.915 2.34 2.34 0 0 1-4.659 0 2.34 2.34 0 0 0-3.32-1.915 2.34 2.34 0 0 1-2.33-4.033 2.34 2.34 0 0 0 0-3.831A2.34 2.34 0 0 1 6.35 6.051a2.34 2.34 0 0 0 3.319-1.915" />
    <circle cx="12" cy="12" r="3" />
  </>
)
export const ShieldAlertIcon = /* @__PURE__ */ icon(
  <path d="M20 13c0 5-3.5 7.5-7.66 8.95a1 1 0 0 1-.67-.01C7.5 20.5 4 18 4 13V6a1 1 0 0 1 1-1c2 0 4.5-1.2 6.24-2.72a1.17 1.17 0 0 1 1.52 0C14.51 3.81 17 5 19 5a1 1 0 0 1 1 1zM12 8v4m0 4h.01" />
)
export const ShieldCheckIcon = /* @__PURE__ */ icon(
  <path d="M20 13c0 5-3.5 7.5-7.66 8.95a1 1 0 0 1-.67-.01C7.5 20.5 4 18 4 13V6a1 1 0 0 1 1-1c2 0 4.5-1.2 6.24-2.72a1.17 1.17 0 0 1 1.52 0C14.51 3.81 17 5 19 5a1 1 0 0 1 1 1zM9 12l2 2 4-4" />
)
export const SquareIcon = /* @__PURE__ */ icon(<rect width="18" height="18" x="3" y="3" rx="2" />)
export const SunIcon = /* @__PURE__ */ icon(
  <>
    <path d="M12 2v2M12 20v2M4.93 4.93l1.41 1.41M17.66 17.66l1.41 1.41M2 12h2M20 12h2M6.34 17.66l-1.41 1.41M19.07 4.93l-1.41 1.41" />
    <circle cx="12" cy="12" r="4" />
  </>
)
export const TimerIcon = /* @__PURE__ */ icon(
  <>
    <path d="M10 2h4M12 14l3-3" />
    <circle cx="12" cy="14" r="8" />
  </>
)
export const TrashIcon = /* @__PURE__ */ icon(
  <path d="M10 11v6M14 11v6M19 6v14a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V6M3 6h18M8 6V4a2 2 0 0 1 2-2h4a2 2 0 0 1 2 2v2" />
)
export const SnowflakeIcon = /* @__PURE__ */ icon(
  <path d="m10 20-1.25-2.5L6 18m4-14L8.75 6.5 6 6m8 14 1.25-2.5L18 18M14 4l1.25 2.5L18 6m-1 15-3-6h-4m7-12-3 6 1.5 3M2 12h6.5L10 9m10 1-1.5 2 1.5 2m2-2h-6.5L14 15M4 10l1.5 2L4 14m3 7 3-6-1.5-3M7 3l3 6h4" />
)
export const TriangleAlertIcon = /* @__PURE__ */ icon(
  <path d="m21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3M12 9v4M12 17h.01" />
)
export const UserIcon = /* @__PURE__ */ icon(
  <>
    <path d="M20 21a8 8 0 0 0-16 0" />
    <circle cx="12" cy="8" r="5" />
  </>
)
export const UsersIcon = /* @__PURE__ */ icon(
  <>
    <path d="M16 21v-2a4 4 0 0 0-4-4H6a4 4 0 0 0-4 4v2M16 3.128a4 4 0 0 1 0 7.744M22 21v-2a4 4 0 0 0-3-3.87" />
    <circle cx="9" cy="7" r="4" />
  </>
)
export const WrenchIcon = /* @__PURE__ */ icon(
  <path d="M14.7 6.3a1 1 0 0 0 0 1.4l1.6 1.6a1 1 0 0 0 1.4 0l3.106-3.105c.32-.322.863-.22.983.218a6 6 0 0 1-8.259 7.057l-7.91 7.91a1 1 0 0 1-2.999-3l7.91-7.91a6 6 0 0 1 7.057-8.259c.438.12.54.662.219.984z" />
)
export const XIcon = /* @__PURE__ */ icon(<path d="M18 6 6 18M6 6l12 12" />)
export const ZoomInIcon = /* @__PURE__ */ icon(
  <>
    <circle cx="11" cy="11" r="8" />
    <path d="m21 21-4.35-4.35M11 8v6M8 11h6" />
  </>
)
export const ZoomOutIcon = /* @__PURE__ */ icon(
  <>
    <circle cx="11" cy="11" r="8" />
    <path d="m21 21-4.35-4.35M8 11h6" />
  </>
)
export const ScaleIcon = /* @__PURE__ */ icon(
  <path d="M12 3v18m7-13 3 8a5 5 0 0 1-6 0zV7M3 7h1a17 17 0 0 0 8-2 17 17 0 0 0 8 2h1M5 8l3 8a5 5 0 0 1-6 0zV7M7 21h10" />
)
export const CalendarIcon = /* @__PURE__ */ icon(
  <>
    <path d="M8 2v4M16 2v4M3 10h18" />
    <rect width="18" height="18" x="3" y="4" rx="2" />
  </>
)
export const DownloadIcon = /* @__PURE__ */ icon(
  <path d="M12 15V3M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4M7 10l5 5 5-5" />
)
