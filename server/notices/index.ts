export { changeNotice } from './changes'
export { insertNotices } from './queries'
export { createNotices, type Notices } from './service'
