import fc from 'fast-check'

// What fast-check makes up follows from the seed of the run: the same seed, the same values (CONTRIBUTING.md).
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.TEST_SEED) })
