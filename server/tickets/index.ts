export { insertEarlier, listArchivedTickets } from './earlier'
export { joinOwnerSql, waitingSinceSql } from './queries'
export { createTickets, type Tickets } from './service'
