import type { AirdropAssetType } from './airdrop-fees.js';
import publicBch from './artifacts/airdrop-public-bch.js';
import publicToken from './artifacts/airdrop-public-token.js';
import scriptPublicBch from './artifacts/airdrop-script-public-bch.js';
import scriptPublicToken from './artifacts/airdrop-script-public-token.js';
import scriptVestedBch from './artifacts/airdrop-script-vested-bch.js';
import scriptVestedToken from './artifacts/airdrop-script-vested-token.js';
import scriptWhitelistBch from './artifacts/airdrop-script-whitelist-bch.js';
import scriptWhitelistToken from './artifacts/airdrop-script-whitelist-token.js';
import vestedBch from './artifacts/airdrop-vested-bch.js';
import vestedToken from './artifacts/airdrop-vested-token.js';
import whitelistBch from './artifacts/airdrop-whitelist-bch.js';
import whitelistToken from './artifacts/airdrop-whitelist-token.js';
import type { LinkedArtifact } from './linked-artifact.js';

/** What the claims of a list pay to: the recipients themselves, or their locks. */
const WHITELISTS = {
  KEY: {
    PLAIN: { BCH: whitelistBch, FUNGIBLE_TOKEN: whitelistToken },
    VESTED: { BCH: vestedBch, FUNGIBLE_TOKEN: vestedToken },
  },
  SCRIPT: {
    PLAIN: { BCH: scriptWhitelistBch, FUNGIBLE_TOKEN: scriptWhitelistToken },
    VESTED: { BCH: scriptVestedBch, FUNGIBLE_TOKEN: scriptVestedToken },
  },
} as const;

/**
 * The covenant of a whitelist's lanes, of any depth. `leaves` must be 2 to the power of the depth, and `spentRoot` the root of a
 * tree of that depth whose every leaf is spent: with another root anybody could close at once.
 *
 * @param vested whether claims pay locks; the covenant then has one more parameter
 */
export const airdropWhitelistArtifact = (asset: AirdropAssetType, vested = false): LinkedArtifact =>
  WHITELISTS.KEY[vested ? 'VESTED' : 'PLAIN'][asset];

/** The covenant of a public airdrop's lanes. */
export const airdropPublicArtifact = (asset: AirdropAssetType): LinkedArtifact =>
  asset === 'BCH' ? publicBch : publicToken;

/** The same as {@link airdropWhitelistArtifact} where the campaign is a script's, a vault's for one. */
export const scriptAirdropWhitelistArtifact = (asset: AirdropAssetType, vested = false): LinkedArtifact =>
  WHITELISTS.SCRIPT[vested ? 'VESTED' : 'PLAIN'][asset];

/** The covenant of a public airdrop's lanes where the campaign is a script's. */
export const scriptAirdropPublicArtifact = (asset: AirdropAssetType): LinkedArtifact =>
  asset === 'BCH' ? scriptPublicBch : scriptPublicToken;
