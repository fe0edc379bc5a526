import type { VaultStatus } from '@weir/api-contract/words';

/** A member of a vault. */
export interface VaultMember {
  readonly address: string;
  /** 20-byte hash of the address, hex: what is compared, because one hash has several addresses. */
  readonly hash: string;
}

/** A signer of a vault, with the key that signs. */
export interface VaultSigner extends VaultMember {
  /** Compressed, hex. */
  readonly publicKey: string;
}

/** The fixed part of a vault. None of it changes later. Amounts in satoshis, hex lower case. */
export interface NewVault {
  /** 32 bytes, hex; unique. */
  readonly vaultId: string;
  readonly name: string;
  readonly description: string | null;
  readonly creator: VaultMember;
  /** In the order of the contract. */
  readonly signers: readonly [VaultSigner, VaultSigner, VaultSigner];
  readonly totalDeposit: bigint;
  readonly isPublic: boolean;
  readonly contractAddress: string;
  readonly lockingBytecode: string;
  /** Electrum's script hash of the locking bytecode; unique. */
  readonly scriptHash: string;
}

/** A vault as the database stores it. */
export interface VaultRecord extends NewVault {
  /** uuid. */
  readonly id: string;
  readonly viewers: readonly VaultMember[];
  /** Satoshis at the address when it was last read. */
  readonly currentBalance: bigint;
  readonly status: VaultStatus;
  /** The unspent state output; null before the first deposit and after a close. */
  readonly state: VaultStateRecord | null;
  /** The first deposit; null while pending. */
  readonly deposit: VaultDeposit | null;
  /** Until when it is kept without a deposit, Unix seconds; null for ever. */
  readonly expiresAt: number | null;
  /** Unix seconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** The unspent state output of a vault. */
export interface VaultStateRecord {
  /** Category of the state NFT, display order. */
  readonly category: string;
  readonly txid: string;
  readonly vout: number;
  readonly satoshis: bigint;
  readonly commitment: string;
}

/** The first deposit of a vault, which created its state. */
export interface VaultDeposit {
  readonly txHash: string;
  /** Unix seconds. */
  readonly activatedAt: number;
}

/** What the chain changes in a vault. Fields left out stay as they are. */
export interface VaultChanges {
  readonly status?: VaultStatus;
  readonly state?: VaultStateRecord | null;
  readonly deposit?: VaultDeposit | null;
  readonly currentBalance?: bigint;
}
