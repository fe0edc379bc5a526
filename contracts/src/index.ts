/** Compiled covenants, in the shape cashscript's `Contract` takes. Sources stand in `cash/`. */
export { default as clockArtifact } from './artifacts/clock.js';
export { default as companionArtifact } from './artifacts/companion.js';
export { default as vaultArtifact } from './artifacts/vault.js';
export { default as vestingBchArtifact } from './artifacts/vesting-bch.js';
export { default as vestingTokenArtifact } from './artifacts/vesting-token.js';
