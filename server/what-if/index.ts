export { createWhatIfs, type WhatIfs } from './service'
