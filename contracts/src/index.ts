/** Compiled covenants, in the shape cashscript's `Contract` takes. Sources stand in `cash/`. */
export { default as clockArtifact } from './artifacts/clock.js';
export { default as vestingBchArtifact } from './artifacts/vesting-bch.js';
