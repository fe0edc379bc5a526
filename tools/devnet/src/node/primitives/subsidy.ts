const initialSubsidy = 5_000_000_000n;
const halvingInterval = 150;

/** Returns the satoshis a block creates: 50 BCH, halved every 150 blocks as on regtest. */
export const blockSubsidy = (height: number): bigint => initialSubsidy >> BigInt(Math.floor(height / halvingInterval));
