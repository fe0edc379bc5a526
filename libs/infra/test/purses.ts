import type { Database } from '../src/database/create-database.js';
import { transactionInTurn } from '../src/database/locks/transaction-in-turn.js';
import type { NewPurse } from '../src/database/purses/purse-record.js';
import { openPurse, type PurseScope } from '../src/database/purses/purse-scope.js';
import type { NewTransition } from '../src/database/transitions/transition-record.js';
import { party, randomHex } from './streams.js';

const newPurse = (overrides: Partial<NewPurse>): NewPurse => {
  const [spender, script] = [party(), randomHex(32)];
  return {
    openedTxid: randomHex(32),
    openedVout: 1,
    tokenType: 'BCH',
    tokenCategory: null,
    signerHashes: [party().hash, party().hash, party().hash],
    spender: spender.address,
    spenderHash: spender.hash,
    listHash: randomHex(32),
    payees: [],
    limitUnits: 1_000n,
    periodBlocks: 144,
    amount: 5_000n,
    contractAddress: `bchtest:${script}`,
    lockingBytecode: `aa20${script}87`,
    leftUnits: 1_000n,
    ...overrides,
  };
};

const transitionOf = (changes: Pick<NewTransition, 'kind' | 'txHash' | 'spent' | 'state'>): NewTransition => ({
  paidToRecipient: 0n,
  paidToSender: 0n,
  locktime: 0,
  block: null,
  source: 'chain',
  ...changes,
});

/** What is left of a purse. */
const stateOf = (txid: string, vout: number, { tokenType }: Pick<NewPurse, 'tokenType'>) => {
  const tokenAmount = tokenType === 'BCH' ? null : 700n;
  return {
    changes: { txid, vout, satoshis: 1_000n, tokenAmount, height: null },
    transition: { vout, commitment: '00'.repeat(8), satoshis: 1_000n, tokenAmount },
  };
};

/** Opens a purse of a vault by a transaction of its own. @returns its id */
export const openNewPurse = async (db: Database, vaultId: string, overrides: Partial<NewPurse>): Promise<string> => {
  const purse = newPurse(overrides);
  const { openedTxid: txHash, openedVout } = purse;
  const { changes, transition } = stateOf(txHash, openedVout, purse);
  const opening = transitionOf({ kind: 'open-purse', txHash, spent: null, state: transition });
  const step = { transition: opening, changes: { status: 'ACTIVE', state: changes } } as const;
  // In the vault's turn, as the services open purses.
  await transactionInTurn(db, [vaultId], (scope) => openPurse(scope, vaultId, purse, step));
  const { id } = await db.selectFrom('purses').select('id').where('openedTxid', '=', txHash).executeTakeFirstOrThrow();
  return id;
};

/** Records a step of a purse: a payment, or one of its ends. */
export const stepPurse = async (
  scope: PurseScope,
  { kind, paid = 0n }: { readonly kind: 'pay-purse' | 'send-purse-home' | 'end-purse'; readonly paid?: bigint },
): Promise<void> => {
  const { purse } = scope;
  const txHash = randomHex(32);
  const spent = purse.state && { txid: purse.state.txid, vout: purse.state.vout };
  if (kind !== 'pay-purse') {
    const transition = transitionOf({ kind, txHash, spent, state: null });
    await scope.advance({ transition, changes: { status: kind === 'end-purse' ? 'CLOSED' : 'HOME', state: null } });
    return;
  }
  const { changes, transition: state } = stateOf(txHash, 0, purse);
  const payee = party();
  const transition = { ...transitionOf({ kind, txHash, spent, state }), paidToRecipient: paid };
  await scope.advance({
    transition,
    changes: { state: changes },
    payment: { txHash, payee: payee.address, payeeBytecode: `76a914${payee.hash}88ac`, amount: paid, spent: paid },
  });
};
