import {
  buildVaultDeposit,
  buildVaultFirstDeposit,
  lockingBytecodeOf,
  outpointKey,
  proposeVaultClose,
  proposeVaultSpend,
} from '@weir/covenants';
import { coinOf, hashOf, TOKEN, walletOf } from './coins.js';
import { addressAt, type Flow, flowOf } from './flow.js';
import { createVault, VAULT_SIGNERS } from './vault.js';

/** Deposits to a vault, and its own proposals. */
export const vaultFlows = (): readonly Flow[] => {
  const { contract, holdings, spends, proposed } = createVault(500_000n);
  const vault = contract.address;
  const depositor = walletOf(0x31);
  const unprepared = { hash: hashOf(0x31), coins: [{ ...coinOf(5_000_000n), vout: 1 }] };
  const first = buildVaultFirstDeposit(contract, depositor, 500_000n);
  const preparation = buildVaultFirstDeposit(contract, unprepared, 500_000n);
  const payee = lockingBytecodeOf(hashOf(0x41));
  const pays = { kind: 'PAYS', to: addressAt(payee) } as const;
  const signer = lockingBytecodeOf(hashOf(VAULT_SIGNERS[0]));
  const { proposal: closing } = proposeVaultClose(contract, holdings, payee);
  const units = 1_000_000_000n;
  const nft = { category: 'cd'.repeat(32), capability: 'none', commitment: 'abcd' } as const;
  const { category, ...state } = nft;
  const coin = coinOf(2_000n, { category, amount: 7n, nft: state });
  return [
    flowOf('vault: preparation', preparation.transaction, unprepared, []),
    flowOf('vault: first deposit', first.transaction, depositor, [
      { kind: 'PAYS', to: vault, asset: undefined, amount: 500_000n, opensVault: true },
    ]),
    flowOf('vault: deposit', buildVaultDeposit(contract, depositor, 90_000n), depositor, [
      { kind: 'PAYS', to: vault, asset: undefined, amount: 90_000n },
    ]),
    proposed(
      'vault: payment of BCH',
      proposeVaultSpend(contract, holdings, payee, { type: 'BCH', satoshis: 300_000n }),
      [spends, { ...pays, asset: undefined, amount: 300_000n }],
    ),
    proposed(
      'vault: payment of tokens',
      proposeVaultSpend(contract, holdings, payee, { type: 'FUNGIBLE_TOKEN', category: TOKEN, amount: 400n }),
      [spends, { ...pays, asset: TOKEN, amount: 400n }],
    ),
    proposed(
      'vault: payment of a whole coin',
      proposeVaultSpend(contract, { ...holdings, coins: [...holdings.coins, coin] }, payee, {
        type: 'COIN',
        outpoint: coin,
      }),
      [spends, { ...pays, asset: category, amount: 7n, satoshis: 2_000n, nft, coin: outpointKey(coin) }],
    ),
    proposed(
      'vault: payment to the signer',
      proposeVaultSpend(contract, holdings, signer, { type: 'BCH', satoshis: 300_000n }),
      [spends, { kind: 'PAYS', to: addressAt(signer), asset: undefined, amount: 300_000n }],
    ),
    proposed('vault: close', closing, [
      { kind: 'SPENDS_VAULT', vault, closes: true },
      { ...pays, asset: TOKEN, amount: units },
      { ...pays, asset: undefined, amount: closing.outputs.find(({ token }) => token === undefined)?.amount ?? 0n },
    ]),
  ];
};
