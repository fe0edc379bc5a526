import { useQuery } from '@tanstack/react-query';
import { type Balance, isWeirError, type Wallet, type Weir } from '@weir/client';
import { useServices } from '../api/services.js';
import { TreasuryShort } from '../failures/treasury-short.js';
import type { Holdings } from '../treasury/payer-holdings.js';
import { useWallet } from '../wallet/wallet-store.js';
import { assertHeld, type CostSheet } from './cost-lines.js';

/** Reads what the connected wallet holds; undefined without a wallet, and while it is not known. */
export const useBalance = (): Balance | undefined => {
  const { weir } = useServices();
  const connected = useWallet();
  const { data } = useQuery({
    queryKey: ['balance', connected?.address],
    queryFn: ({ signal }) => (connected === undefined ? undefined : weir.balance(connected.wallet, { signal })),
    enabled: connected !== undefined,
    // Names of tokens come a moment after the first look.
    refetchInterval: ({ state }) =>
      state.dataUpdateCount < 5 && state.data?.tokens.some(({ token }) => token === null) === true ? 2_000 : 30_000,
  });
  return connected === undefined ? undefined : data;
};

/** Refuses what a treasury cannot pay, before anything is stored. @throws TreasuryShort */
export const assertTreasuryPays = (sheet: CostSheet, holdings: Holdings): void => {
  try {
    assertHeld(sheet, holdings);
  } catch (error) {
    if (!isWeirError(error, 'INSUFFICIENT_FUNDS')) throw error;
    const { neededBase = 0n, availableBase = 0n, tokenCategory } = error.details;
    throw new TreasuryShort(neededBase, availableBase, tokenCategory === undefined ? 'BCH' : sheet.gift.of);
  }
};

/** Refuses what a wallet cannot pay, before anything is stored. @throws WeirError INSUFFICIENT_FUNDS */
export const assertAffordable = async (
  weir: Pick<Weir, 'balance'>,
  wallet: Wallet,
  sheet: CostSheet,
): Promise<void> => {
  const balance = await weir.balance(wallet).catch((error: unknown) => {
    // The funding reads the coins anyway, and says what is wrong.
    if (isWeirError(error, 'CHAIN_UNAVAILABLE')) return undefined;
    throw error;
  });
  if (balance !== undefined) assertHeld(sheet, balance);
};
