import fc from 'fast-check'

// fast-check draws from the seed of the run (CONTRIBUTING.md).
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.TEST_SEED) })
