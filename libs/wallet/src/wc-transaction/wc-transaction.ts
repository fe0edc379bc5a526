import type { Input, Output, TransactionCommon } from '@bitauth/libauth';

/** The contract behind an input, as far as a wallet needs it. */
export interface ContractInfo {
  /** Wallets leave inputs of nameless contracts alone. */
  readonly name: string | undefined;
  readonly redeemScript: Uint8Array | undefined;
}

/** The coin that an input spends, as the request describes it. */
export interface SourceOutput {
  readonly outpointTransactionHash: Uint8Array;
  readonly outpointIndex: number;
  readonly sequenceNumber: number | undefined;
  readonly unlockingBytecode: Uint8Array | undefined;
  readonly output: Output;
  readonly contract: ContractInfo | undefined;
}

/** The parameters of `bch_signTransaction`, decoded from any encoding. */
export interface SigningRequest {
  readonly transaction: TransactionCommon;
  readonly sourceOutputs: readonly SourceOutput[];
  readonly broadcast: boolean;
  readonly userPrompt: string | undefined;
}

/** An input with the coin that it spends. */
export interface SpentCoin {
  readonly input: Input;
  readonly source: SourceOutput;
}
