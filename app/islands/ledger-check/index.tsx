import { defineIsland } from '../runtime/define'
import { LedgerCheck } from './LedgerCheck'

export default defineIsland('ledger-check', LedgerCheck, ['ledger'])
