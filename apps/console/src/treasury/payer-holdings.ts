import { useQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import type { Balance, Wallet, Weir } from '@weir/client';
import { useServices } from '../api/services.js';
import { useWallet } from '../wallet/wallet-store.js';

/** What a payer can pay with. */
export interface Holdings extends Pick<Balance, 'amountBase'> {
  readonly tokens: readonly Pick<Balance['tokens'][number], 'tokenCategory' | 'tokenAmountBase' | 'token'>[];
}

/** Who pays what a form creates: a treasury by its id, undefined until it is chosen; or null for the wallet. */
export const PayingTreasury = createContext<string | undefined | null>(null);

type State = Awaited<ReturnType<ReturnType<Weir['vaults']['at']>['state']>>;

/** Adds up the coins of a treasury; its tokens are unknown, and so left out, while no server of the chain answers. */
export const holdingsOf = ({
  currentBalanceBase,
  tokens,
}: Pick<State, 'currentBalanceBase'> & {
  readonly tokens: readonly Pick<NonNullable<State['tokens']>[number], 'amountBase' | 'category' | 'token'>[] | null;
}): Holdings => {
  const byCategory = new Map<string, Holdings['tokens'][number]>();
  for (const { category, amountBase, token } of tokens ?? []) {
    const before = byCategory.get(category)?.tokenAmountBase ?? 0n;
    if (before + amountBase > 0n)
      byCategory.set(category, { tokenCategory: category, tokenAmountBase: before + amountBase, token: token ?? null });
  }
  return { amountBase: currentBalanceBase, tokens: [...byCategory.values()] };
};

/** Reads what a treasury holds. */
export const readHoldings = async (weir: Pick<Weir, 'vaults'>, id: string, wallet: Wallet): Promise<Holdings> =>
  holdingsOf(await weir.vaults.at(id).state(wallet));

/** Interval between two looks at what a payer holds, milliseconds; the first ones find the names of tokens. */
const AGAIN_MS = 30_000;
const FIRST_AGAIN_MS = 2_000;

/** What the payer of a form holds, as far as it is known. */
export interface PayerHoldings {
  readonly held: Holdings | undefined;
  readonly isTreasury: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** Reads what the payer of the form around it holds: its treasury or the connected wallet. */
export const usePayerHoldings = (): PayerHoldings => {
  const { weir } = useServices();
  const connected = useWallet();
  const treasury = useContext(PayingTreasury);
  const isTreasury = treasury !== null;
  const { data, error, refetch } = useQuery({
    queryKey: isTreasury ? ['record', treasury, 'holdings', connected?.address] : ['balance', connected?.address],
    queryFn: ({ signal }): Promise<Holdings> => {
      if (connected === undefined) throw new Error('No wallet is connected');
      return treasury === null
        ? weir.balance(connected.wallet, { signal })
        : readHoldings(weir, treasury ?? '', connected.wallet);
    },
    enabled: connected !== undefined && treasury !== undefined,
    refetchInterval: ({ state: { data: read, dataUpdateCount } }) => {
      if (read === undefined) return false;
      return dataUpdateCount < 5 && read.tokens.some(({ token }) => token === null) ? FIRST_AGAIN_MS : AGAIN_MS;
    },
  });
  const isAsked = connected !== undefined && treasury !== undefined;
  return { held: isAsked ? data : undefined, isTreasury, error: isAsked ? error : null, retry: () => void refetch() };
};
