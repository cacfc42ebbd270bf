const BY_ENDING: Readonly<Record<string, string>> = {
  '7z': 'application/x-7z-compressed',
  bz2: 'application/x-bzip2',
  csv: 'text/csv',
  gz: 'application/gzip',
  json: 'application/json',
  md: 'text/markdown',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  pcap: 'application/vnd.tcpdump.pcap',
  rar: 'application/vnd.rar',
  tar: 'application/x-tar',
  txt: 'text/plain',
  wav: 'audio/wav',
  xz: 'application/x-xz',
  zip: 'application/zip'
}

/** Media type by name, for downloads only; else `application/octet-stream`. */
export function typeByName(name: string): string {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return Object.hasOwn(BY_ENDING, ending) ? BY_ENDING[ending]! : 'application/octet-stream'
}
