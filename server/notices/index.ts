export { insertNotices } from './queries'
export { createNotices, type Notices } from './service'
