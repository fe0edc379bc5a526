import type { Input, Output, TransactionCommon } from '@bitauth/libauth';

/** The contract behind an input, as far as a wallet cares. */
export interface ContractInfo {
  /** Wallets leave inputs of nameless contracts alone. */
  readonly name: string | undefined;
  readonly redeemScript: Uint8Array | undefined;
}

/** The coin an input spends. */
export interface SourceOutput {
  readonly outpointTransactionHash: Uint8Array;
  readonly outpointIndex: number;
  readonly sequenceNumber: number | undefined;
  readonly unlockingBytecode: Uint8Array | undefined;
  readonly output: Output;
  readonly contract: ContractInfo | undefined;
}

/** The parameters of `bch_signTransaction`, whatever encoding they came in. */
export interface SigningRequest {
  readonly transaction: TransactionCommon;
  readonly sourceOutputs: readonly SourceOutput[];
  readonly broadcast: boolean;
  readonly userPrompt: string | undefined;
}

/** One input with the coin it spends. */
export interface SpentCoin {
  readonly input: Input;
  readonly source: SourceOutput;
}
