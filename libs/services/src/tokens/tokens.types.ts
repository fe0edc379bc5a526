import type { TokenStanding } from '@weir/infra';

/** How a token is shown: its issuer's words as plain text, limited in length, not unique. */
export interface TokenName {
  readonly symbol: string | null;
  readonly name: string | null;
  /** Digits after the decimal separator. */
  readonly decimals: number | null;
  readonly icon: string | null;
  readonly description: string | null;
  /** Whether it is what the chain vouches for at present, as far as was last looked. */
  readonly verified: boolean;
}

/** What is known of a token, and its source. Times in Unix seconds. */
export interface TokenView {
  readonly category: string;
  readonly status: TokenStanding;
  /** Null while nothing can be shown. */
  readonly token: TokenName | null;
  /** The last transaction of its authchain that is known, and how many come before it. */
  readonly authhead: string | null;
  readonly authchainLength: number;
  readonly publication: {
    readonly txHash: string;
    readonly registryHash: string | null;
    readonly uris: readonly string[];
  } | null;
  readonly checkedAt: number | null;
  /** Until when nobody looks it up again. */
  readonly freshUntil: number | null;
  /** Whether a look-up is to come. */
  readonly pending: boolean;
}
