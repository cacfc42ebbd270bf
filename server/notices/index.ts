export { insertNotices, noticesAfter } from './queries'
export { createNotices, type Notices } from './service'
