import type { encodeWcTransaction } from '@weir/covenants';

/** A contract as `list --json` shows it. */
export interface Listed {
  readonly contractAddress: string;
  readonly funding: string;
  readonly product: string;
  readonly roles: readonly string[];
  readonly status: string;
  readonly ended: boolean;
  readonly funded: string;
  readonly paid: string;
  readonly due: string;
  readonly nextDue: number | null;
  readonly notice: {
    readonly after: string;
    readonly height: number | null;
    readonly overAtHeight: number | null;
  } | null;
  readonly states: readonly string[];
  readonly strays: { readonly coins: number; readonly satoshis: string };
  readonly actions: readonly { readonly action: string; readonly signed: boolean; readonly amount: string | null }[];
  readonly remarks: readonly string[];
}

export interface List {
  readonly looked: number;
  /** Shown by some servers only. */
  readonly withheld: number;
  readonly contracts: readonly Listed[];
  readonly rejected: readonly {
    readonly verdict: string;
    readonly contractAddress: string | null;
    readonly problem: string;
  }[];
  readonly hidden: readonly object[];
}

export interface BuiltAnswer {
  readonly transactions: readonly {
    readonly complete: boolean;
    readonly hex?: string;
    readonly txid?: string;
    readonly wcTransaction?: ReturnType<typeof encodeWcTransaction>;
    readonly fee: string;
  }[];
  readonly remarks: readonly string[];
  readonly sent: readonly string[];
}

/** The names of what can be done now. */
export const possible = ({ actions }: Listed): string[] => actions.map(({ action }) => action);

/** The only one of a list. */
export const only = <T>([first, ...more]: readonly T[]): T => {
  if (first === undefined || more.length > 0)
    throw new Error(`One was expected, not ${more.length + (first === undefined ? 0 : 1)}`);
  return first;
};
